import { afterAll, describe, expect, it } from 'vitest'
import { createTargets, type EarlyEnd, earlyEnds, endEarly, timeouts } from './early-ends.ts'
import { runInLanes } from './raw-connection.ts'
import {
  type AttackedServer,
  callEveryOperation,
  expectNothingInFlight,
  startAttackedServer,
} from './start-attacked-server.ts'

/** More than the 256 requests that a server works on at one time by default. */
const attempts = 300
/** A quarter of the attempts goes to each target, so a place lost by one target alone shows too. */
const places = '64'
const lanes = 24

const servers: AttackedServer[] = []
afterAll(() => Promise.all(servers.map((server) => server.close())))

async function start(...options: Parameters<typeof startAttackedServer>): Promise<AttackedServer> {
  const server = await startAttackedServer(...options)
  servers.push(server)
  return server
}

/** Ends 300 requests in this way; gives what every operation returns before and after. */
async function attack(server: AttackedServer, way: EarlyEnd, atOneTime = lanes) {
  const before = await callEveryOperation(server.url)
  const targets = await createTargets(await server.partner('elite@example.com'))
  await runInLanes(attempts, atOneTime, async (index) => {
    const target = targets[index % targets.length]
    if (target !== undefined) await endEarly(server.url, way, target)
  })
  await expectNothingInFlight(server.url)
  return { before, after: await callEveryOperation(server.url) }
}

/** A server that has outlasted every attack on it; one that has not is not attacked again. */
let sound: AttackedServer | undefined
async function attackSound(way: EarlyEnd, atOneTime?: number) {
  const env = { MAX_CONCURRENT_REQUESTS: places, LOG_LEVEL: 'silent' }
  const server = sound ?? (await start({ env, timeouts: { headMs: 1000, requestMs: 1500 } }))
  sound = undefined
  const answers = await attack(server, way, atOneTime)
  sound = server
  return answers
}

describe('after 300 of', { meta: { rules: ['D14-08'] } }, () => {
  it.each(Object.entries(earlyEnds))('%s every operation answers', async (_what, way) => {
    const { before, after } = await attackSound(way)
    expect(after).toStrictEqual(before)
  })

  it.each(Object.entries(timeouts))('%s every operation answers', async (_what, way) => {
    const { before, after } = await attackSound(way, attempts)
    expect(after).toStrictEqual(before)
  })
})

describe('MAX_CONCURRENT_REQUESTS', () => {
  it('of 256 outlasts 300 malformed chunks', { meta: { rules: ['D14-08'] } }, async () => {
    const server = await start({ env: { LOG_LEVEL: 'silent' } })
    const { before, after } = await attack(server, earlyEnds['a malformed chunk size'])
    expect(after).toStrictEqual(before)
  })
})
