import { checkout, type CheckoutOutcome, setOrderStatus } from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  checkoutLine,
  createMortalProcess,
  createTestMarketplace,
  physicalLine,
  type TestMarketplace,
} from '@giftcards/marketplace/testing'
import type { OpenedStore } from '@giftcards/storage'
import { expect, it } from 'vitest'
import { recover, runEveryJob } from './drain.ts'
import { findLosses } from './find-losses.ts'

type Request = ReturnType<typeof cardsCheckout>

/** Every way to pay, with its possible outcomes. The elite customer can pay by all of them. */
const payments: readonly (readonly [name: string, change: Partial<Request>])[] = [
  ['by bank', {}],
  ['by a bank that refuses', { bankId: 7002 }],
  ['by a bank that takes the money back', { bankId: 7003 }],
  ['by card', { method: 'CREDITCARD' }],
  ['by bank, with a card that nobody needs', { method: 'ACH_CREDITCARD' }],
  ['by card, after the bank refused', { method: 'ACH_CREDITCARD', bankId: 7002 }],
  ['by a bank and a card that refuse', { method: 'ACH_CREDITCARD', bankId: 7002, cardId: 8002 }],
  ['from the drawdown account', { method: 'DRAWDOWN_ACCOUNT' }],
  ['from store credit', { method: 'STORE_CREDIT', lines: [checkoutLine()] }],
]

const buyer = callerOf('elite')
const idempotency = { key: 'one-purchase', fingerprint: 'one' }
const requestOf = (change: Partial<Request>): Request =>
  cardsCheckout({ lines: [checkoutLine(), physicalLine], ...change })

/** Describes the outcome of a checkout, without the parts that differ between marketplaces. */
const toText = (outcome: CheckoutOutcome): string =>
  outcome.kind === 'done' ? `order of ${outcome.value.order.dueCents}` : outcome.refusal.kind

/**
 * Runs the whole life of an order. It is bought, and its cards are issued and delivered. Then it is canceled, its cards are
 * voided, and its money is refunded. `look` is called after the purchase, and at the end.
 */
async function live(
  { clock }: TestMarketplace,
  deps: TestMarketplace['deps'],
  change: Partial<Request>,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<CheckoutOutcome> {
  // The buyer repeats the request on the first day, while the key is remembered.
  clock.set('2026-01-15T12:00:00.000Z')
  const outcome = await checkout(deps, buyer, requestOf(change), idempotency)
  await runEveryJob(deps)
  await look()
  clock.set('2026-01-17T12:00:00.000Z')
  await runEveryJob(deps)
  if (outcome.kind === 'done') await setOrderStatus(deps, outcome.value.order.orderId, 'Canceled')
  await runEveryJob(deps)
  await look()
  return outcome
}

/** The outcome of a life in which several processes died. */
interface Survived {
  /** Everything that was lost or done twice. */
  readonly losses: readonly string[]
  /** Whether the last of these processes finished its work before it was killed. */
  readonly isOver: boolean
}

/**
 * Kills one process after another, each after its number of moments. The first one runs the life of an order, and each further
 * one recovers. A final process survives, and the buyer repeats the request with the same key.
 */
async function survive(
  store: OpenedStore,
  change: Partial<Request>,
  deaths: readonly number[],
): Promise<Survived> {
  const market = await createTestMarketplace(store)
  const losses: string[] = []
  const told = new Set<string>()
  let isOver = false
  for (const [index, moments] of deaths.entries()) {
    const { deps, died } = createMortalProcess(market.deps, moments)
    const work = index === 0 ? live(market, deps, change) : recover({ ...market, deps })
    const end = await Promise.race([work, died])
    isOver = end !== 'died'
    if (typeof end === 'object') told.add(toText(end))
  }
  await recover(market)
  const look = async (): Promise<void> => void losses.push(...(await findLosses(market)))
  const outcome = await live(market, market.deps, change, look)
  told.add(toText(outcome))
  if (told.size !== 1) losses.push(`The buyer was told ${[...told].join(', then ')}`)
  const { length } = await store.read((reader) => reader.listOrders(10))
  if (length !== Number(outcome.kind === 'done')) losses.push(`There are ${length} orders`)
  return { losses: losses.map((text) => `Killed after ${deaths.join(', ')}: ${text}`), isOver }
}

/** Kills the last process after 0 moments, 1, 2 and so on, until it finishes its work. */
async function surviveAll(
  store: OpenedStore,
  change: Partial<Request>,
  deathsBefore: readonly number[] = [],
) {
  const losses: string[] = []
  for (let moments = 0; ; moments += 1) {
    const survived = await survive(store, change, [...deathsBefore, moments])
    losses.push(...survived.losses)
    if (survived.isOver) return { losses, moments }
  }
}

/** A death after this many moments leaves a charged payment and no order. */
const charged = 3

/** Defines the tests of one store: a process is killed between any two steps. */
export function describeKillsBetweenSteps(storeOf: () => OpenedStore): void {
  it.each(payments)(
    'lose nothing of an order that is paid %s, and do nothing twice',
    async (_name, change) => {
      const { losses, moments } = await surviveAll(storeOf(), change)
      expect(losses).toStrictEqual([])
      expect(moments).toBeGreaterThan(4)
    },
  )

  it('lose nothing where the next process is killed as it recovers, and do nothing twice', async () => {
    const { losses, moments } = await surviveAll(storeOf(), { method: 'ACH_CREDITCARD' }, [charged])
    expect(losses).toStrictEqual([])
    expect(moments).toBeGreaterThan(10)
  })
}
