import {
  addCards,
  type CardIssuer,
  checkout,
  createCart,
  getOrder,
  type MarketplaceDeps,
  type PaymentGateway,
  PaymentUnavailableError,
  setOrderStatus,
} from '@giftcards/marketplace'
import {
  callerOf,
  cardsCheckout,
  checkoutLine,
  createTestMarketplace,
  letTimePass,
  type TestMarketplace,
} from '@giftcards/marketplace/testing'
import { type OpenedStore, openSqliteStore } from '@giftcards/storage'
import { beforeEach, describe, expect, it } from 'vitest'
import { recover, runEveryJob } from './drain.ts'
import { findLosses } from './find-losses.ts'

const [elite, standard] = [callerOf('elite'), callerOf('standard')]
const tickSeconds = 3600
const ticksOfDay = 86_400 / tickSeconds

/** A card of the merchant whose issuer fails, and below it a card of another merchant. */
const stuckLine = checkoutLine({
  merchantId: 104,
  type: 'newEcodeAsPre',
  faceValueCents: 2000,
  percentOffBps: 200,
})
const otherLine = checkoutLine({
  merchantId: 102,
  type: 'newEcodeB2B',
  faceValueCents: 2500,
  percentOffBps: 330,
})

let market: TestMarketplace<OpenedStore>
beforeEach(async () => {
  market = await createTestMarketplace(await openSqliteStore({ location: ':memory:', mode: 'sandbox' }))
})
type Deps = MarketplaceDeps
type Buyer = ReturnType<typeof callerOf>

const away = () => Promise.reject(new Error('The provider is away'))
const silent = () => new Promise<never>(() => {})

/** Returns the marketplace with an issuer that does not issue the cards of merchant 104. */
const withIssuer = (fail: () => Promise<never>): Deps => {
  const issuer: CardIssuer = {
    issue: (card) => (card.merchant.id === stuckLine.merchantId ? fail() : market.issuer.issue(card)),
    void: (reference) => market.issuer.void(reference),
  }
  return { ...market.deps, issuer }
}
const withGateway = (change: Partial<PaymentGateway>): Deps => ({
  ...market.deps,
  gateway: { ...market.deps.gateway, ...change },
})

async function buy(deps: Deps, buyer: Buyer, change: Parameters<typeof cardsCheckout>[0]): Promise<string> {
  const outcome = await checkout(deps, buyer, cardsCheckout(change))
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.kind)
  return outcome.value.order.orderId
}

async function statusOf(deps: Deps, buyer: Buyer, orderId: string): Promise<string> {
  const outcome = await getOrder(deps, buyer, orderId)
  return outcome.kind === 'done' ? outcome.value.status : outcome.refusal.kind
}

/** Passes a day in steps of an hour, by the service clock and in real time. */
async function passDay(eachTick: (tick: number) => Promise<void>): Promise<void> {
  for (let tick = 0; tick < ticksOfDay; tick += 1) {
    await eachTick(tick)
    market.clock.advance(tickSeconds)
    market.time.advance(tickSeconds * 1000)
  }
}

/**
 * Does the daily work of a marketplace. Returns a sentence for each operation that did not succeed at once.
 */
async function trade(
  deps: Deps,
  work: (work: Promise<unknown>) => Promise<unknown>,
): Promise<readonly string[]> {
  const late: string[] = []
  const orderId = await buy(deps, elite, { lines: [otherLine] })
  const canceled = await buy(deps, elite, { method: 'CREDITCARD', lines: [otherLine] })
  const { cart } = await createCart(deps, elite)
  const added = await addCards(deps, elite, cart.id, [otherLine])
  if (added.kind === 'refused') late.push(`A cart was refused: ${added.refusal.kind}`)
  await work(runEveryJob(deps))
  if ((await statusOf(deps, elite, orderId)) !== 'Digitally Delivered') late.push(`${orderId} waits`)
  await setOrderStatus(deps, canceled, 'Canceled')
  await work(runEveryJob(deps))
  if (!market.gateway.refunded.has(`order:${canceled}`)) late.push(`${canceled} is not refunded`)
  return late
}

describe('the issuer of one merchant that is away for a day', () => {
  it('holds up no other order, cart or refund, and then gives its cards', async () => {
    const deps = withIssuer(away)
    const stuck: string[] = []
    const late: string[] = []
    await passDay(async (tick) => {
      if (tick % 3 === 0) stuck.push(await buy(deps, standard, { lines: [stuckLine] }))
      late.push(...(await trade(deps, (work) => work)))
    })
    expect(late).toStrictEqual([])
    for (const orderId of stuck) expect(await statusOf(deps, standard, orderId)).toBe('Processing')

    await recover(market)
    for (const orderId of stuck)
      expect(await statusOf(market.deps, standard, orderId)).toBe('Digitally Delivered')
    expect(await findLosses(market)).toStrictEqual([])
  })

  it('holds up others for two minutes at most where it never answers', async () => {
    const deps = withIssuer(silent)
    const late: string[] = []
    const waits: number[] = []
    await passDay(async (tick) => {
      if (tick % 3 === 0) await buy(deps, standard, { lines: [stuckLine] })
      const began = market.time.now()
      late.push(...(await trade(deps, (work) => letTimePass(market.time, work))))
      waits.push(market.time.now() - began)
    })
    expect(late).toStrictEqual([])
    // Each of its calls ends after 15 s, and a worker starts more only when those of a batch have ended.
    expect(Math.max(...waits)).toBeLessThanOrEqual(120_000)
    await recover(market)
    expect(await findLosses(market)).toStrictEqual([])
  })
})

describe('a gateway that refunds nothing for a day', () => {
  it('holds up no order and no cart, and then gives everything back once', async () => {
    const deps = withGateway({ refund: away })
    const waiting = new Set<string>()
    await passDay(async () => {
      for (const text of await trade(deps, (work) => work)) waiting.add(text)
    })
    // Only the refund of each tick is waiting.
    expect([...waiting].filter((text) => !text.endsWith('is not refunded'))).toStrictEqual([])
    expect(waiting.size).toBe(ticksOfDay)
    expect(market.gateway.refunded.size).toBe(0)

    await recover(market)
    expect(market.gateway.refunded.size).toBe(ticksOfDay)
    expect(await findLosses(market)).toStrictEqual([])
  })
})

describe('a gateway that is away for a day', () => {
  it('holds up nobody who pays otherwise, and then says what it took', async () => {
    const deps = withGateway({ charge: away, cancel: away, refund: away })
    const paidBefore = await buy(market.deps, elite, { lines: [otherLine] })
    const asking = checkout(deps, standard, cardsCheckout({ lines: [otherLine] }))
    await expect(asking).rejects.toBeInstanceOf(PaymentUnavailableError)
    await setOrderStatus(deps, paidBefore, 'Canceled')
    const late: string[] = []
    await passDay(async (tick) => {
      if (tick % 3 !== 0) return
      const orderId = await buy(deps, elite, { method: 'DRAWDOWN_ACCOUNT', lines: [otherLine] })
      await runEveryJob(deps)
      late.push(await statusOf(deps, elite, orderId))
    })
    expect(new Set(late)).toStrictEqual(new Set(['Digitally Delivered']))

    await recover(market)
    expect(await findLosses(market)).toStrictEqual([])
    expect(await market.store.read((tx) => tx.countOrders())).toBe(1 + ticksOfDay / 3)
  })
})
