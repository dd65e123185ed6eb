/* oxlint-disable vitest/expect-expect, vitest/valid-title -- this file defines tests for its callers and is none */
import { describe, test } from 'vitest'
import type { SavedRegression } from '../regressions/read-regressions.ts'
import { replayRegression } from '../regressions/replay-regression.ts'
import type { ContractRun } from '../run/contract-run.ts'
import { FindingError } from './finding-error.ts'

/** One test for each regression file: it fails while the fault is there, and where its requests can no longer be made. */
export const defineRegressionTests = (saved: readonly SavedRegression[], run: ContractRun): void => {
  if (saved.length === 0) return
  describe('regressions', () => {
    for (const { file, regression } of saved) {
      test(file.replace(/\.json$/, ''), async () => {
        const outcome = await replayRegression(regression, run.prepared)
        if (outcome.kind === 'shown') throw new FindingError([outcome.finding])
        if (outcome.kind === 'lost')
          throw new Error(
            `It cannot be told whether this fault is gone: ${outcome.reason}. Promote it again, or delete ${file}.`,
          )
      })
    }
  })
}
