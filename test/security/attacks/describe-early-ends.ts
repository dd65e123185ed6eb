import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTargets, type earlyEnds, endEarly, type timeouts } from './early-ends.ts'
import { runInLanes } from './raw-connection.ts'
import {
  type AttackedServer,
  callEveryOperation,
  expectNothingInFlight,
  startAttackedServer,
} from './start-attacked-server.ts'

/** The number of requests that the server handles at the same time. */
const places = 8
/** Each target gets a quarter of the attempts, so a place that only one target loses is also detected. */
const attempts = 4 * (places + 2)

/** Defines the tests that each of these ways to end requests early does not affect the requests that follow. */
export function describeEarlyEnds(
  ways: Partial<typeof earlyEnds>,
  untilTimeout: Partial<typeof timeouts>,
): void {
  let server: AttackedServer
  beforeAll(async () => {
    server = await startAttackedServer({
      env: { MAX_CONCURRENT_REQUESTS: String(places) },
      timeouts: { headMs: 1000, requestMs: 1500 },
    })
  })
  afterAll(() => server.close())

  describe(`after ${attempts} of`, () => {
    it.each([
      ...Object.entries(ways).map(([what, way]) => [what, way, places / 2] as const),
      ...Object.entries(untilTimeout).map(([what, way]) => [what, way, attempts] as const),
    ])('%s every operation answers', async (_what, way, atOneTime) => {
      const before = await callEveryOperation(server.url)
      const targets = await createTargets(await server.partner('elite@example.com'))
      await runInLanes(attempts, atOneTime, async (index) => {
        const target = targets[index % targets.length]
        if (target !== undefined) await endEarly(server.url, way, target)
      })
      await expectNothingInFlight(server.url)
      expect(await callEveryOperation(server.url)).toStrictEqual(before)
    })
  })
}
