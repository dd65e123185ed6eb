import { afterAll, describe, expect, it } from 'vitest'
import { createTargets } from './early-ends.ts'
import { openConnection, runInLanes, statusesIn } from './raw-connection.ts'
import {
  callEveryOperation,
  expectNothingInFlight,
  openPartner,
  readMetric,
  readMetricUntil,
  startAttackedProcess,
} from './start-attacked-server.ts'
import { endProcesses } from '@giftcards/test-harness/process'
import { createRandom, type Partner, readSeed, send } from '@giftcards/test-harness'
import { createHostileRequest } from './hostile-request.ts'

afterAll(endProcesses)

const hostileRequests = 20_000
/** Compiles what is compiled and fills the caches, which is no leak. */
const firstRequests = 5000
const megabyte = 1024 * 1024
/** How much more memory a server may have after the attack than after the first requests. */
const margins = { heapBytes: 24 * megabyte, residentBytes: 160 * megabyte }

/** The behavior of a server as clients saw it. */
interface Seen {
  readonly requests: number
  /** Statuses of hostile requests, and how often each was seen. */
  readonly statuses: ReadonlyMap<number, number>
  /**
   * Bytes whose response had a status of 500 or more. A declared limit (503 with `Retry-After`) does not count.
   */
  readonly failures: readonly string[]
}

/** Sends hostile requests over connections of their own, two to four over each; each connection has its own seed. */
async function attack(url: string, partner: Partner, seed: number, requests: number): Promise<Seen> {
  const targets = await createTargets(partner)
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let sent = 0
  await runInLanes(Math.ceil(requests / 3), 32, async (index) => {
    const random = createRandom(seed + index)
    const target = targets[random.below(targets.length)]
    if (target === undefined) return
    const bytes = Array.from({ length: 2 + (index % 3) }, () => createHostileRequest(target, random))
    sent += bytes.length
    const connection = await openConnection(url)
    await connection.write(bytes.join(''))
    await random.pick([
      () => connection.end(),
      () => connection.end(),
      () => connection.reset(),
      () => connection.destroy(),
      async () => {
        await connection.until(/HTTP\/1\.1 \d{3} /)
        await connection.reset()
      },
    ])()
    for (const status of statusesIn(connection.received)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const isLimit = status === 503 && /^retry-after: \d+\r$/im.test(connection.received)
      if (status >= 500 && !isLimit) failures.push(bytes.join('').slice(0, 2000))
    }
  })
  return { requests: sent, statuses, failures }
}

/** Sends hostile requests while a partner works. */
async function attackWorkingServer(url: string, stranger: Partner, seed: number, requests: number) {
  let isOver = false
  const attacking = attack(url, stranger, seed, requests).finally(() => (isOver = true))
  const working = workAsPartner(url, 'elite@example.com', () => isOver)
  const [seen, work] = await Promise.all([attacking, working])
  return { seen, ...work }
}

/** A partner that works until `isOver`. Returns every wrong response. */
async function workAsPartner(url: string, email: string, isOver: () => boolean) {
  const partner = await openPartner(url, email)
  const wrong: string[] = []
  let answered = 0
  const want = async (what: string, status: number, ask: () => Promise<{ status: number; text: string }>) => {
    const answer = await ask()
    answered += 1
    if (answer.status !== status) wrong.push(`${what}: ${answer.status} ${answer.text}`)
  }
  await partner.call('createCart', { body: { action: 'buy' } })
  while (!isOver()) {
    const session = { method: 'post', path: '/v3/session', headers: { 'x-cc-app': 'demo-app' } }
    await want('session', 200, () => send(url, session))
    await want('cart', 200, () => partner.call('createCart', { body: { action: 'buy' } }))
    const nowhere = { path: { cardId: 1 } }
    await want('wallet card', 404, () => partner.call('getWalletCard', nowhere))
    await want('contract', 200, () => send(url, { method: 'get', path: '/openapi.json' }))
    await want('page', 200, () => send(url, { method: 'get', path: '/docs/' }))
    await want('health', 200, () => send(url, { method: 'get', path: '/readyz' }))
  }
  return { wrong, answered }
}

/** The lowest of many values of a metric: a heap is as large as what lives in it only after a collection. */
async function readLowest(url: string, name: 'heapBytes' | 'residentBytes'): Promise<number> {
  let lowest = Number.POSITIVE_INFINITY
  for (let reads = 0; reads < 300; reads += 1) lowest = Math.min(lowest, await readMetric(url, name))
  return lowest
}

describe('20,000 hostile requests', () => {
  it('take nothing from anybody and leave nothing behind', async () => {
    const seed = readSeed()
    const context = `FAULT_SEED=${seed} npm run test:faults -w test -- hostile-requests.test.ts`
    const { url } = await startAttackedProcess({ LOG_LEVEL: 'silent' })
    const usual = await callEveryOperation(url)
    const stranger = await openPartner(url, 'standard@example.com')
    await attackWorkingServer(url, stranger, seed, firstRequests)
    await expectNothingInFlight(url)
    const before = {
      heapBytes: await readLowest(url, 'heapBytes'),
      residentBytes: await readLowest(url, 'residentBytes'),
    }
    const { seen, wrong, answered } = await attackWorkingServer(url, stranger, seed, hostileRequests)

    expect(seen.requests).toBeGreaterThanOrEqual(hostileRequests)
    expect(seen.failures, `repeat with ${context}`).toStrictEqual([])
    expect(seen.statuses.get(400), `repeat with ${context}`).toBeGreaterThan(hostileRequests / 20)
    expect(answered, `repeat with ${context}`).toBeGreaterThan(0)
    expect(wrong, `repeat with ${context}`).toStrictEqual([])
    await expectNothingInFlight(url)
    expect(await callEveryOperation(url)).toStrictEqual(usual)
    for (const name of ['heapBytes', 'residentBytes'] as const) {
      const most = before[name] + margins[name]
      // Collections happen as requests come, so these reads are what lets one happen.
      expect(
        await readMetricUntil(url, name, (bytes) => bytes <= most),
        `repeat with ${context}`,
      ).toBeLessThanOrEqual(most)
    }
  })
})
