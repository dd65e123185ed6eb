import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTargets, type earlyEnds, endEarly, type timeouts } from './early-ends.ts'
import { runInLanes } from './raw-connection.ts'
import {
  type AttackedServer,
  callEveryOperation,
  expectNothingInFlight,
  startAttackedServer,
} from './start-attacked-server.ts'

/** Requests that the server works on at one time. */
const places = 8
/** A quarter of the attempts goes to each target, so a place lost by one target alone shows too. */
const attempts = 4 * (places + 2)

/** Tells that each of these ways to end requests early takes nothing from the requests that follow. */
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
