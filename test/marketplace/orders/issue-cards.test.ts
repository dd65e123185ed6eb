import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addCards,
  type CardIssuer,
  createCart,
  getOrder,
  type MarketplaceDeps,
  type OrderView,
  runJobs,
  setOrderStatus,
  settings,
} from '@giftcards/marketplace'
import {
  buy,
  checkoutLine,
  createMortalProcess,
  elite,
  letTimePass,
  physicalLine,
  standard,
  valueOf,
} from '@giftcards/marketplace/testing'
import { openMarketplace, useMarketplace } from '../samples/use-marketplace.ts'

/** A card of a different merchant than `checkoutLine`. */
const otherLine = checkoutLine({ merchantId: 104, faceValueCents: 1000, percentOffBps: 500 })

const market = useMarketplace()

type Issue = CardIssuer['issue']

/** Creates the marketplace with a custom issuer, and records the calls to that issuer. */
function withIssuer(
  issue: (card: Parameters<Issue>[0], usual: Issue) => ReturnType<Issue> = (card, usual) => usual(card),
  voidCard: CardIssuer['void'] = async () => {},
) {
  const asked = { issued: [] as string[], voided: [] as string[] }
  const issuer: CardIssuer = {
    issue(card) {
      asked.issued.push(card.reference)
      return issue(card, (one) => market.deps.issuer.issue(one))
    },
    async void(reference) {
      asked.voided.push(reference)
      await voidCard(reference)
    },
  }
  const deps: MarketplaceDeps = { ...market.deps, issuer }
  return { deps, asked }
}
const isAway = new Error('The issuer is away')
/** The issuer fails for every card of one merchant. */
const withoutMerchant = (merchantId: number) =>
  withIssuer(async (card, usual) => (card.merchant.id === merchantId ? Promise.reject(isAway) : usual(card)))
const silent = () => new Promise<never>(() => {})
/** Fails on every twentieth call, for any card. */
function oneInTwenty<T>(call: (asked: T) => Promise<void>): (asked: T) => Promise<void> {
  let calls = 0
  return async (asked) => {
    calls += 1
    if (calls % 20 === 0) throw isAway
    await call(asked)
  }
}
/** Returns the number of calls for each card, in descending order. */
function countCalls(references: readonly string[]): readonly number[] {
  const calls = new Map<string, number>()
  for (const reference of references) calls.set(reference, (calls.get(reference) ?? 0) + 1)
  return [...calls.values()].toSorted((a, b) => b - a)
}
/** Buys many cards of one kind, from a stock of exactly that size. */
async function buyMany(quantity: number, line = checkoutLine()): Promise<OrderView> {
  await market.store.transaction((tx) => tx.putStock({ ...line, isLowRisk: false }, quantity))
  return buy(market, elite, { lines: [{ ...line, quantity }] })
}
/** Returns the status of an order after its due jobs have succeeded or failed. */
const see = async (deps: MarketplaceDeps, caller: typeof elite, { orderId }: OrderView) => {
  await runJobs(deps)
  return valueOf(await getOrder(deps, caller, orderId)).status
}

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

  it('of many cards outlasts an issuer that fails now and then', async () => {
    const order = await buyMany(settings.maxCards)
    const fails = oneInTwenty(async () => {})
    const { deps, asked } = withIssuer(async (card, usual) => {
      await fails(card)
      return usual(card)
    })
    expect(await runJobs(deps)).toMatchObject([{ job: { attempts: 1 }, isParked: false }])
    expect(await see(deps, elite, order)).toBe('Digitally Delivered')
    // One retry for each of the 25 calls of 500 that failed, and one for the retry that failed.
    expect(asked.issued).toHaveLength(settings.maxCards + 25 + 1)
  })

  it('asks for each card three times, and goes on with the others', async () => {
    const order = await buyMany(25)
    const bad = `card:${order.orderId}:${order.units[3]?.id}`
    const { deps, asked } = withIssuer(async (card, usual) =>
      card.reference === bad ? Promise.reject(isAway) : usual(card),
    )
    const [result] = await runJobs(deps)
    expect(result?.error).toMatchObject({ name: 'CardsNotIssuedError', cause: isAway })
    expect(countCalls(asked.issued)).toEqual([3, ...Array.from({ length: 24 }, () => 1)])
    expect(asked.issued.filter((reference) => reference === bad)).toHaveLength(3)
    market.time.advance(settings.longestJobPauseMs)
    expect(await see(market.deps, elite, order)).toBe('Digitally Delivered')
  })

  it('leaves an issuer alone that fails for ten cards in a row', async () => {
    await buyMany(100)
    const { deps, asked } = withIssuer(() => Promise.reject(isAway))
    await runJobs(deps)
    // Nine more calls are in progress when the tenth fails, in each of three tries.
    expect(asked.issued).toHaveLength(3 * 19)
  })

  it('ends its attempt where the issuer is silent', async () => {
    await buyMany(100)
    const { deps, asked } = withIssuer(silent)
    expect(await letTimePass(market.time, runJobs(deps))).toMatchObject([{ isParked: false }])
    expect([market.time.now(), asked.issued.length]).toEqual([2 * settings.issuerLimitMs, 19])
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
        Object.assign(market, await openMarketplace())
        const { deps } = withIssuer()
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
        expect((await market.store.checkBooks()).broken).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('an order that is canceled', { meta: { rules: ['D14-17', 'D6-39'] } }, () => {
  it('has its cards made worthless, delivered or not', async () => {
    const { deps, asked } = withIssuer()
    const order = await buy({ ...market, deps }, standard, { lines: [checkoutLine(), physicalLine] })
    await runJobs(deps)
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

  it('has ten cards voided at one time, and again those that failed', async () => {
    const order = await buyMany(100)
    await runJobs(market.deps)
    valueOf(await setOrderStatus(market.deps, order.orderId, 'Canceled'))
    let atOneTime = 0
    let most = 0
    const fails = oneInTwenty(async () => {
      most = Math.max(most, (atOneTime += 1))
      await new Promise(setImmediate)
      atOneTime -= 1
    })
    const { deps, asked } = withIssuer(undefined, fails)
    const results = await runJobs(deps)
    expect(results.filter(({ error }) => error !== undefined)).toEqual([])
    expect(most).toBe(10)
    expect(new Set(asked.voided).size).toBe(100)
    expect(asked.voided).toHaveLength(105)
  })

  it('has the cards of other merchants voided where one issuer is away', async () => {
    await market.store.transaction((tx) => tx.putStock({ ...otherLine, isLowRisk: false }, 50))
    const lines = [{ ...otherLine, quantity: 50 }, checkoutLine()]
    const order = await buy(market, elite, { lines })
    await setOrderStatus(market.deps, order.orderId, 'Canceled')
    const referencesOf = (merchantId: number) =>
      order.units
        .filter((unit) => unit.merchantId === merchantId)
        .map(({ id }) => `card:${order.orderId}:${id}`)
    const stuck = referencesOf(104)
    const { deps, asked } = withIssuer(undefined, async (reference) => {
      if (stuck.includes(reference)) throw isAway
    })
    const results = await runJobs(deps)
    expect(results.filter(({ error }) => error !== undefined)).toMatchObject([{ error: isAway }])
    expect(asked.voided).toEqual(expect.arrayContaining(referencesOf(101)))
    expect(asked.voided.length).toBeLessThanOrEqual(3 * 19 + 1)
  })

  it('need not wait for an issuer that is away', async () => {
    const { deps } = withoutMerchant(104)
    const order = await buy({ ...market, deps }, standard, { lines: [otherLine] })
    expect(valueOf(await setOrderStatus(deps, order.orderId, 'Hold')).status).toBe('Hold')
    expect(valueOf(await setOrderStatus(deps, order.orderId, 'Canceled')).status).toBe('Canceled')
  })
})
