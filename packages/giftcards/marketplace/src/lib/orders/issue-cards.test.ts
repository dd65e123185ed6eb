import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addCards,
  type CardIssuer,
  checkBooks,
  createCart,
  getOrder,
  type MarketplaceDeps,
  type OrderView,
  runJobs,
  setOrderStatus,
} from '../../index.ts'
import { createMortalProcess } from '../samples/create-mortal-process.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { letTimePass } from '../samples/create-test-time.ts'
import { valueOf } from '../samples/outcome.ts'
import { buy, checkoutLine, physicalLine } from '../samples/sample-checkout.ts'
import { heldApartCents } from '../samples/sample-seed.ts'
import { settings } from '../settings.ts'

const [elite, standard] = [callerOf('elite'), callerOf('standard')]
/** A card of another merchant than `checkoutLine`. */
const otherLine = checkoutLine({ merchantId: 104, faceValueCents: 1000, percentOffBps: 500 })

let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})

type Issue = CardIssuer['issue']

/** The marketplace over an issuer of its own, and what that was asked. */
function withIssuer(issue: (card: Parameters<Issue>[0], usual: Issue) => ReturnType<Issue>) {
  const asked = { issued: [] as string[], voided: [] as string[] }
  const issuer: CardIssuer = {
    issue(card) {
      asked.issued.push(card.reference)
      return issue(card, (one) => market.deps.issuer.issue(one))
    },
    async void(reference) {
      asked.voided.push(reference)
    },
  }
  const deps: MarketplaceDeps = { ...market.deps, issuer }
  return { deps, asked }
}
const isAway = new Error('The issuer is away')
/** Fails for every card of one merchant. */
const withoutMerchant = (merchantId: number) =>
  withIssuer(async (card, usual) => (card.merchant.id === merchantId ? Promise.reject(isAway) : usual(card)))
const see = async (deps: MarketplaceDeps, caller: typeof elite, { orderId }: OrderView) =>
  valueOf(await getOrder(deps, caller, orderId)).status

describe('the issuer of one merchant that fails', { meta: { rules: ['D14-16'] } }, () => {
  it('holds up no other order, and no cart', async () => {
    const { deps } = withoutMerchant(104)
    const stuck = await buy({ ...market, deps }, standard, { lines: [otherLine] })
    const other = await buy({ ...market, deps }, elite)
    const results = await runJobs(deps)
    expect(results.filter(({ error }) => error !== undefined)).toHaveLength(1)
    expect([await see(deps, standard, stuck), await see(deps, elite, other)]).toEqual([
      'Processing',
      'Digitally Delivered',
    ])
    const { cart } = await createCart(deps, standard)
    valueOf(await addCards(deps, standard, cart.id, [checkoutLine()]))
    expect(await see(deps, standard, await buy({ ...market, deps }, standard))).toBe('Digitally Delivered')
  })

  it('is asked again until it gives the cards', async () => {
    const stuck = await buy(market, standard, { lines: [otherLine] })
    const { deps } = withoutMerchant(104)
    await runJobs(deps)
    expect(await runJobs(market.deps)).toEqual([])
    market.time.advance(settings.longestJobPauseMs)
    await runJobs(market.deps)
    const [job] = await market.store.read((tx) => tx.listJobs('done', 1))
    expect(job).toMatchObject({ attempts: 2, lastError: 'CardsNotIssuedError' })
    expect(await see(deps, standard, stuck)).toBe('Digitally Delivered')
  })

  it('keeps a request waiting for two seconds', async () => {
    const { deps } = withIssuer(() => new Promise(() => {}))
    const order = await buy({ ...market, deps }, standard)
    expect(await letTimePass(market.time, see(deps, standard, order))).toBe('Processing')
    expect(market.time.now()).toBe(2000)
  })
})

describe('a delivery', { meta: { rules: ['D14-16'] } }, () => {
  it('asks for each card by a reference of its own, ten at one time', async () => {
    let atOneTime = 0
    let most = 0
    const { deps, asked } = withIssuer(async (card, usual) => {
      most = Math.max(most, ++atOneTime)
      await new Promise(setImmediate)
      atOneTime -= 1
      return usual(card)
    })
    await market.store.transaction((tx) => tx.putStock({ ...checkoutLine(), isLowRisk: false }, 25))
    const order = await buy({ ...market, deps }, standard, { lines: [checkoutLine({ quantity: 25 })] })
    await runJobs(deps)
    expect(most).toBe(10)
    expect(new Set(asked.issued)).toEqual(new Set(order.units.map(({ id }) => `card:${order.orderId}:${id}`)))
  })

  it('keeps no transaction open', async () => {
    const { deps } = withIssuer(async (card, usual) => {
      if (card.merchant.id === 104) await buy(market, elite)
      return usual(card)
    })
    const order = await buy({ ...market, deps }, standard, { lines: [otherLine] })
    expect(await see(deps, standard, order)).toBe('Digitally Delivered')
  })

  it('leaves alone what an operator has changed meanwhile', async () => {
    const { deps } = withIssuer(async (card, usual) => {
      await setOrderStatus(market.deps, order.orderId, 'Canceled')
      return usual(card)
    })
    const order = await buy({ ...market, deps }, standard, { lines: [physicalLine] })
    market.clock.advance(24 * 3600)
    expect(await see(deps, standard, order)).toBe('Canceled')
  })

  it('for any deaths, fulfils each card once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 4 }), async (deaths) => {
        market = await createTestMarketplace()
        const { deps } = withIssuer((card, usual) => usual(card))
        const order = await buy(market, elite, {
          method: 'DRAWDOWN_ACCOUNT',
          lines: [checkoutLine({ quantity: 2 })],
        })
        for (const moments of deaths) {
          const mortal = createMortalProcess(deps, moments)
          await letTimePass(market.time, Promise.race([runJobs(mortal.deps), mortal.died]))
          market.time.advance(settings.jobLeaseMs)
        }
        await runJobs(deps)
        const { units, hold, plan } = valueOf(await getOrder(deps, elite, order.orderId))
        expect([hold, plan, units.every((unit) => unit.fulfilledAt !== null)]).toEqual(['captured', [], true])
        expect(await market.store.readBooks((books) => checkBooks(books, { heldApartCents }))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('an order that is canceled', { meta: { rules: ['D14-17', 'D6-39'] } }, () => {
  it('has its cards made worthless, delivered or not', async () => {
    const { deps, asked } = withIssuer((card, usual) => usual(card))
    const order = await buy({ ...market, deps }, standard, { lines: [checkoutLine(), physicalLine] })
    await setOrderStatus(deps, order.orderId, 'Canceled')
    expect(asked.voided).toEqual([])
    await runJobs(deps)
    expect(asked.issued).toHaveLength(1)
    expect(asked.voided).toEqual(order.units.map(({ id }) => `card:${order.orderId}:${id}`))
  })

  it('has a card made worthless that was issued meanwhile', async () => {
    const { deps, asked } = withIssuer(async (card, usual) => {
      await setOrderStatus(market.deps, order.orderId, 'Canceled')
      return usual(card)
    })
    const order = await buy({ ...market, deps }, standard, { lines: [physicalLine] })
    market.clock.advance(24 * 3600)
    expect(await see(deps, standard, order)).toBe('Canceled')
    await runJobs(deps)
    expect([asked.issued.length, asked.voided]).toEqual([1, asked.issued])
  })

  it('need not wait for an issuer that is away', async () => {
    const { deps } = withoutMerchant(104)
    const order = await buy({ ...market, deps }, standard, { lines: [otherLine] })
    expect(valueOf(await setOrderStatus(deps, order.orderId, 'Hold')).status).toBe('Hold')
    expect(valueOf(await setOrderStatus(deps, order.orderId, 'Canceled')).status).toBe('Canceled')
  })
})
