/* oxlint-disable vitest/expect-expect, vitest/valid-title -- this file defines tests for its callers and is none */
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { CheckContractOptions } from '../run/check-options.ts'
import type { CheckResult } from '../run/check-result.ts'
import { ContractRun } from '../run/contract-run.ts'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { readRegressions } from '../regressions/read-regressions.ts'
import { ContractSuite } from './contract-suite.ts'
import { defineRegressionTests } from './define-regression-tests.ts'
import { FindingError } from './finding-error.ts'
import { groupItems, type WorkGroup } from './group-items.ts'

/** What a suite is to check, and how. */
export interface DescribeContractOptions extends CheckContractOptions {
  /** Name of the `describe`; default: the title of the document. */
  readonly name?: string
  /** Folder of regression files, each of which becomes a test; default: none. */
  readonly regressions?: string
  /** Writes every finding into the folder of regressions, to be committed; default false. */
  readonly promote?: boolean
  /** Told of the result when all tests have run; for reports. */
  readonly onResult?: (result: CheckResult) => void | Promise<void>
}

/**
 * Defines one `test()` for each operation and phase, one for each regression file, and a last one for the run as a whole. To be awaited
 * at the top of a test file: the document is read before the tests are known. Nothing is sent until they run. Rejects with a
 * DocumentError or ConfigurationError.
 */
export const describeContract = async (options: DescribeContractOptions): Promise<void> => {
  const { regressions, name } = options
  const run = await ContractRun.prepare(options)
  const saved = regressions === undefined ? [] : await readRegressions(regressions)
  const groups = groupItems(run.items)
  const suite = new ContractSuite(run, groups)
  // Ids that one operation gives are used by the next: the order is part of the plan. A run takes the time it takes.
  describe(name ?? run.prepared.document.title, { concurrent: false, shuffle: false, timeout: 0 }, () => {
    beforeAll(() => run.begin(), 0)
    afterAll(() => run.close())
    defineRegressionTests(saved, run)
    for (const phase of new Set(groups.map((group) => group.phase))) {
      describe(phase, () => {
        for (const group of groups.filter((candidate) => candidate.phase === phase))
          defineTest(group, suite, options)
      })
    }
    test('the run as a whole', async (context) => {
      if (!suite.isWhole) context.skip('only some of the tests ran')
      const { result, findings } = suite.finish()
      await options.onResult?.(result)
      if (findings.length > 0) throw new FindingError(findings)
    })
  })
}

const defineTest = (
  group: WorkGroup,
  suite: ContractSuite,
  { regressions, promote }: DescribeContractOptions,
): void => {
  test(group.subject, async (context) => {
    const findings = await suite.work(group)
    if (promote === true && regressions !== undefined)
      await Promise.all(findings.map((finding) => promoteFinding(finding, regressions)))
    if (findings.length > 0) throw new FindingError(findings)
    if (suite.stopReason !== undefined) context.skip(suite.stopReason)
  })
}
