import { afterAll, describe, expect, inject, it } from 'vitest'
import { endProcesses, startProcess } from '@giftcards/test-harness/process'
import { createRandom, type Partner, readSeed, send } from '@giftcards/test-harness'
import { createTargets } from './early-ends.ts'
import { createHostileRequest } from './hostile-request.ts'
import { openConnection, runInLanes, statusesIn } from './raw-connection.ts'
import { callEveryOperation, expectNothingInFlight, openPartner } from './start-attacked-server.ts'

afterAll(endProcesses)

const hostileRequests = inject('depth') === 'nightly' ? 20_000 : 5000

/** The behavior of a server, as its clients saw it. */
interface Seen {
  readonly requests: number
  /** Statuses of hostile requests, with the number of times that each was seen. */
  readonly statuses: ReadonlyMap<number, number>
  /** Bytes of requests whose response had a status of 500 or more. A declared limit (503 with `Retry-After`) does not count. */
  readonly failures: readonly string[]
}

/** Sends hostile requests, two to four over each connection. Each connection has its own seed. */
async function attack(url: string, partner: Partner, seed: number): Promise<Seen> {
  const targets = await createTargets(partner)
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let sent = 0
  await runInLanes(Math.ceil(hostileRequests / 3), 32, async (index) => {
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

/** Works as a partner until `isOver` returns true. Returns every wrong response. */
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

describe(`${hostileRequests} hostile requests`, () => {
  it('take nothing from anybody', async () => {
    const seed = readSeed()
    const { url } = await startProcess({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' })
    const usual = await callEveryOperation(url)
    const stranger = await openPartner(url, 'standard@example.com')
    let isOver = false
    const attacking = attack(url, stranger, seed).finally(() => (isOver = true))
    const working = workAsPartner(url, 'elite@example.com', () => isOver)
    const [seen, { wrong, answered }] = await Promise.all([attacking, working])

    expect(seen.requests).toBeGreaterThanOrEqual(hostileRequests)
    expect(seen.failures, `repeat with FAULT_SEED=${seed}`).toStrictEqual([])
    expect(seen.statuses.get(400), `repeat with FAULT_SEED=${seed}`).toBeGreaterThan(hostileRequests / 20)
    expect(answered, `repeat with FAULT_SEED=${seed}`).toBeGreaterThan(0)
    expect(wrong, `repeat with FAULT_SEED=${seed}`).toStrictEqual([])
    await expectNothingInFlight(url)
    expect(await callEveryOperation(url)).toStrictEqual(usual)
  })
})
