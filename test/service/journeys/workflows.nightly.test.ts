import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '@giftcards/test-harness/vitest'
import { type JourneyFile, loadJourneys } from './workflows/load-journeys.ts'
import { negateJourneys } from './workflows/negate-journeys.ts'
import { runJourneys } from './workflows/run-journeys.ts'

const criterion = 'success criteria check'
const files = loadJourneys()
const { url } = await useSandbox()

describe('the criteria of the journeys', () => {
  it('fail one and all when turned round', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'giftcards-negated-'))
    try {
      const steps = await runJourneys(negateJourneys(files, folder), {
        partner: url,
        sandbox: url,
      })
      const counts = countCriteria(files)
      const checks = steps.flatMap(({ place, checks: all }) =>
        all.filter(({ name }) => name === criterion).map((check) => ({ place, ...check })),
      )
      const negated = checks.filter(({ place }) => counts.has(place))
      expect(negated.length).toBe(counts.values().reduce((sum, count) => sum + count, 0))
      expect(negated.filter(({ passed }) => passed)).toStrictEqual([])
      // An unreadable criterion also fails, negated or not.
      expect(checks.filter(({ message }) => message.startsWith('Failed to pass'))).toStrictEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Returns the number of criteria that the files define for each step, by its place. */
function countCriteria(some: readonly JourneyFile[]): ReadonlyMap<string, number> {
  return new Map(
    some.flatMap(({ name, journey }) =>
      journey.workflows.flatMap(({ workflowId, steps }) =>
        steps.map(({ stepId, successCriteria = [] }) => [
          `${name} ${workflowId} ${stepId}`,
          successCriteria.length,
        ]),
      ),
    ),
  )
}
