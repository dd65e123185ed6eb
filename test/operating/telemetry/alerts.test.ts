import { type PaymentGateway, type Store, StoreUnavailableError } from '@giftcards/marketplace'
import { publishedData } from '@giftcards/server'
import { openStore } from '@giftcards/storage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkoutOf,
  createFailingStore,
  type FailingStore,
  type Partner,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
  storyTime,
} from '@giftcards/test-harness'
import { readYaml } from '../deploy/read-deploy.ts'
import { evaluateAlert, type Scrape } from './evaluate-alert.ts'
import { scrape } from './operated-server.ts'

const { groups } = readYaml('prometheus/alerts.yaml') as {
  groups: readonly { rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}
const alerts = groups.flatMap(({ rules }) => rules)

let store: FailingStore
let sandbox: Sandbox
let partner: Partner
/** Whether every transaction conflicts with another one on its first attempt. */
let collides = false
const away = () => Promise.reject(new Error('The gateway is away'))
const gateway: PaymentGateway = { charge: away, cancel: away, refund: away, find: away }

const newCart = { body: { action: 'buy' } }
const buyers = ['elite@example.com', 'standard@example.com']
const now = (): number => Date.now() / 1000

/** Runs the sweeper once, and waits until its metrics match. */
async function sweepUntil(shown: RegExp): Promise<void> {
  vi.advanceTimersByTime(5000)
  await vi.waitUntil(async () => shown.test(await scrape(sandbox.url)), { timeout: 30_000 })
}

let jobs = 0

/** Inserts a job that has been due for two hours. */
async function insertJob(state: 'open' | 'parked'): Promise<void> {
  const id = `refund/1/${(jobs += 1)}`
  const heldUntil = Date.now() + 3_600_000
  await store.transaction(async (tx) => {
    const task = { kind: 'refund', orderId: 1, position: 0 } as const
    await tx.insertJob({ id, task, dueAt: Date.parse(storyTime) - 2 * 3_600_000 })
    await tx.updateJob(id, { state, attempts: 1, heldUntil, lastError: 'away', endedAt: null })
  })
}

/** Brings a server into the state of each alert. A returned scrape replaces the last one. */
const states: Readonly<Record<string, () => Promise<Scrape | readonly Scrape[] | void>>> = {
  ServerDown: async () => ({ at: now(), text: undefined }),
  async DatabaseAway() {
    store.failWith(new StoreUnavailableError('away'))
    expect((await partner.call('createCart', newCart)).status).toBe(503)
  },
  async ServerErrors() {
    store.failWith(new Error('defect'))
    expect((await partner.call('createCart', newCart)).status).toBe(500)
  },
  async PaymentsFailing() {
    // This buyer has no payment with an unknown outcome.
    const buyer = await sandbox.partner(buyers.shift())
    const bought = await buyer.call('checkout', checkoutOf([storyCard.harborB2B()], storyPayments.CREDITCARD))
    expect(bought.status).toBe(503)
  },
  async ContractBroken() {
    const customers = publishedData.customers.map((one) => ({ ...one, firstname: 'x'.repeat(300) }))
    await store.transaction((tx) => tx.seed({ ...publishedData, customers }))
    const session = await sandbox.partner()
    await expect(session.login('elite@example.com')).rejects.toThrow('500')
  },
  async Slow() {
    const headers = { 'x-sandbox-trigger': 'slow=1100' }
    expect((await partner.call('createCart', { ...newCart, headers })).status).toBe(200)
  },
  async Overload() {
    // The delay is measured from the first turn of the event loop after a scrape.
    for (let turn = 0; turn < 2; turn += 1) {
      const end = performance.now() + 400
      while (performance.now() < end);
      await new Promise((resolve) => void setTimeout(resolve, 0))
    }
  },
  async WritersCollide() {
    const session = await sandbox.partner()
    collides = true
    expect((await session.call('createCart', newCart)).status).toBe(200)
    collides = false
  },
  SweeperStopped: async () => ({ at: now() + 90, text: await scrape(sandbox.url) }),
  async SweeperFails() {
    store.failWith(new Error('defect'))
    await sweepUntil(/^sweeper_failures_total [1-9]/m)
  },
  async JobsParked() {
    await insertJob('parked')
    await sweepUntil(/^jobs\{kind="refund",state="parked"\} [1-9]/m)
  },
  async JobsLate() {
    await insertJob('open')
    await sweepUntil(/^jobs\{kind="refund",state="open"\} [1-9]/m)
  },
  ClockSkew: async () => ({ at: now() + 10, text: await scrape(sandbox.url) }),
  async Restarting() {
    const text = await scrape(sandbox.url)
    const started = /^process_start_time_seconds \d+$/m
    expect(text).toMatch(started)
    return [1, 2, 3].map((start) => ({
      at: now() + start,
      text: text.replace(started, `process_start_time_seconds ${start}`),
    }))
  },
}

describe('the states of this test', () => {
  it('are those of the alerts', () => {
    expect(Object.keys(states)).toStrictEqual(alerts.map(({ alert }) => alert))
  })
})

describe('evaluateAlert', () => {
  const scrapes = [{ at: 0, text: 'jobs{kind="refund"} 1' }]

  it.each([
    ['jobs > 0', 1],
    ['jobs > 1', 0],
    ['jobs{kind="refund"} - 1 == 0', 1],
    ['jobs unless jobs', 0],
  ])('finds in %s so many series: %i', (expression, found) => {
    expect(evaluateAlert(expression, scrapes)).toHaveLength(found)
  })

  it.each([
    ['job > 0', 'No scrape has job'],
    ['jobs{state="parked"} > 0', 'jobs has no label state'],
    ['topk(1, jobs)', 'The function topk is not understood'],
    ['jobs >= 1', 'Not understood'],
  ])('rejects %s', (expression, message) => {
    expect(() => evaluateAlert(expression, scrapes)).toThrow(message)
  })
})

describe('the alerts', () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    store = createFailingStore(await openStore('sqlite::memory:', { mode: 'sandbox' }))
    const transaction: Store['transaction'] = async (work) => {
      if (!collides) return store.transaction(work)
      return store.transaction(async (tx) => {
        await work(tx)
        return work(tx)
      })
    }
    sandbox = await startSandbox({}, { store: { ...store, transaction }, gateway })
    partner = await sandbox.partner('elite@example.com')
    await partner.call('createCart', newCart)
  })
  afterEach(async () => {
    collides = false
    store.recover()
    vi.useRealTimers()
    await sandbox.close()
  })

  it.each(alerts)('fire in the state of $alert, and not before it', async ({ alert, expr }) => {
    const before = { at: now() - 30, text: await scrape(sandbox.url) }
    const quiet = { at: now(), text: await scrape(sandbox.url) }
    expect(evaluateAlert(expr, [before, quiet])).toStrictEqual([])
    const seen: Scrape[] = [before]
    // Runs twice, since only increases after the first scrape of a new series count.
    for (let times = 0; times < 2; times += 1) {
      const own = [(await states[alert]?.()) ?? []].flat()
      seen.push(...(own.length > 0 ? own : [{ at: now(), text: await scrape(sandbox.url) }]))
    }
    expect(evaluateAlert(expr, seen)).not.toStrictEqual([])
  })
})
