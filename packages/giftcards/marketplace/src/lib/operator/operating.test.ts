import { beforeEach, describe, expect, it } from 'vitest'
import {
  addApp,
  addCoupon,
  addCustomer,
  addMerchant,
  asOperator,
  changeCustomer,
  changeOrderStatus,
  depositToDrawdown,
  endCoupon,
  login,
  type Merchant,
  openDrawdownAccount,
  type OperatorOutcome,
  rehearsal,
  setAppEnabled,
  setStock,
} from '../../index.ts'
import { eliteAccount, stockOf } from '../samples/book-entries.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { valueOf } from '../samples/outcome.ts'
import { sampleCoupon } from '../samples/sample-basket.ts'
import { buy, checkoutLine } from '../samples/sample-checkout.ts'
import { sampleAddress, sampleSeed } from '../samples/sample-seed.ts'

let market: TestMarketplace
beforeEach(async () => {
  market = await createTestMarketplace()
})

const reasonOf = (outcome: OperatorOutcome<unknown>): string =>
  outcome.kind === 'refused' ? outcome.reason : 'done'

const grace = {
  email: 'Grace@Example.com',
  firstname: 'Grace',
  lastname: 'Hill',
  isElite: true,
  phone: null,
  address: sampleAddress,
  password: 'a long password',
}

describe('addApp', () => {
  it('adds an enabled app once', async () => {
    expect(await addApp(market.store, 'corner-shop')).toMatchObject({ value: { isEnabled: true } })
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(true)
    expect(reasonOf(await addApp(market.store, 'corner-shop'))).toBe('There is an app corner-shop already')
  })
})

describe('setAppEnabled', () => {
  it('disables an app and enables it again', async () => {
    await addApp(market.store, 'corner-shop')
    await setAppEnabled(market.store, 'corner-shop', false)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(false)
    expect(reasonOf(await setAppEnabled(market.store, 'corner-shop', false))).toBe(
      'The app corner-shop is disabled already',
    )
    await setAppEnabled(market.store, 'corner-shop', true)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(true)
  })

  it('finds no unknown app', async () => {
    expect(reasonOf(await setAppEnabled(market.store, 'nobody', true))).toBe('There is no app nobody')
  })
})

describe('addCustomer', () => {
  it('adds a customer who can log in', async () => {
    await addCustomer(market.deps, grace)
    const caller = { sessionId: 'session', ip: '192.0.2.1', customerId: null }
    const { email, password } = { ...grace, email: 'grace@example.com' }
    expect(valueOf(await login(market.deps, caller, { email, password }))).toMatchObject({
      email,
      isElite: true,
      storeCreditCents: 0,
      isDisabled: false,
    })
  })

  it('refuses an email that is taken, in any case', async () => {
    await addCustomer(market.deps, grace)
    const again = await addCustomer(market.deps, { ...grace, email: 'GRACE@example.com' })
    expect(reasonOf(again)).toBe('There is a customer grace@example.com already')
  })
})

describe('changeCustomer', () => {
  it('disables a customer at once', async () => {
    await changeCustomer(market.store, 'elite@example.com', { isDisabled: true })
    expect((await market.store.findAccess('demo-app', 1)).customerIsEnabled).toBe(false)
  })

  it('refuses what is so already, and the unknown', async () => {
    expect(reasonOf(await changeCustomer(market.store, 'elite@example.com', { isElite: true }))).toMatch(
      /is so already$/,
    )
    expect(reasonOf(await changeCustomer(market.store, 'nobody@example.com', { isElite: true }))).toBe(
      'There is no customer nobody@example.com',
    )
  })
})

describe('openDrawdownAccount', () => {
  it('opens an account that takes a deposit', async () => {
    await addCustomer(market.deps, grace)
    expect(await openDrawdownAccount(market.store, grace.email)).toMatchObject({
      value: { balanceCents: 0, isActive: true },
    })
    const deposit = valueOf(await depositToDrawdown(market.deps, 'grace@example.com', 5000, 'wire-1'))
    expect(deposit.balanceCents).toBe(5000)
  })

  it('refuses a second account and a customer who is not Elite', async () => {
    expect(reasonOf(await openDrawdownAccount(market.store, 'elite@example.com'))).toMatch(
      /has a drawdown account already$/,
    )
    expect(reasonOf(await openDrawdownAccount(market.store, 'standard@example.com'))).toMatch(/is not Elite/)
  })
})

describe('setStock', () => {
  const key = { ...checkoutLine(), isLowRisk: false }

  it('sets how many cards a bucket holds', async () => {
    await setStock(market.store, key, 40)
    expect(await stockOf(market, 101)).toEqual([40, 0])
  })

  it('stocks a merchant who was added', async () => {
    expect(reasonOf(await setStock(market.store, { ...key, merchantId: 777 }, 1))).toBe(
      'There is no merchant 777',
    )
    const merchant = { ...(sampleSeed.merchants[0] as Merchant), id: 777 }
    await addMerchant(market.store, merchant)
    expect(reasonOf(await setStock(market.store, { ...key, merchantId: 777 }, 1))).toBe('done')
    expect(reasonOf(await addMerchant(market.store, merchant))).toBe('There is a merchant 777 already')
  })

  it('leaves reserved cards alone', async () => {
    await market.store.transaction((tx) => tx.reserveStock(key, 3))
    expect(reasonOf(await setStock(market.store, key, 2))).toBe(
      'onHand must not be below the 3 reserved cards',
    )
  })
})

describe('addCoupon and endCoupon', () => {
  const { id: _id, ...spring } = sampleCoupon({ code: ' spring ', expires: '12/31/2030' })

  it('add a coupon, and end it at once', async () => {
    expect(await addCoupon(market.store, spring)).toMatchObject({ value: { code: 'SPRING' } })
    expect(reasonOf(await addCoupon(market.store, spring))).toBe('There is a coupon SPRING already')
    const now = market.clock.now()
    expect(await endCoupon(market.store, 'spring', now)).toMatchObject({ value: { expires: '01/14/2026' } })
    expect(reasonOf(await endCoupon(market.store, 'spring', now))).toBe(
      'The coupon SPRING ended on 01/14/2026',
    )
    expect(reasonOf(await endCoupon(market.store, 'autumn', now))).toBe('There is no coupon AUTUMN')
  })

  it('name a merchant that does not exist', async () => {
    const coupon = { ...spring, merchantIds: [101, 777] }
    expect(reasonOf(await addCoupon(market.store, coupon))).toBe('There is no merchant 777')
  })
})

describe('changeOrderStatus', () => {
  it('cancels while the issuer is away', async () => {
    const { orderId } = await buy(market, callerOf('elite'), { method: 'DRAWDOWN_ACCOUNT' })
    const issuer = { issue: () => Promise.reject(new Error('away')), void: () => Promise.resolve() }
    const deps = { ...market.deps, issuer }
    expect(valueOf(await changeOrderStatus(deps, orderId, 'Canceled')).status).toBe('Canceled')
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
  })
})

describe('rehearsal', () => {
  it('comes out as the change would, and changes nothing', async () => {
    const store = rehearsal(market.store)
    expect(reasonOf(await addApp(store, 'corner-shop'))).toBe('done')
    expect(reasonOf(await addApp(store, 'demo-app'))).toBe('There is an app demo-app already')
    const deposit = await depositToDrawdown({ ...market.deps, store }, 'elite@example.com', 5000, 'wire-1')
    expect(valueOf(deposit).balanceCents).toBe(155_000)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(false)
    expect(await eliteAccount(market)).toEqual([150_000, 30_000])
  })
})

describe('asOperator', () => {
  it('names the operator before anything is changed', async () => {
    const named: string[] = []
    const store = asOperator(
      {
        ...market.store,
        transaction: (work, keep) =>
          market.store.transaction(
            (tx) => work({ ...tx, nameOperator: (name) => void named.push(name) }),
            keep,
          ),
      },
      'ada',
    )
    await addApp(store, 'corner-shop')
    expect(named).toEqual(['ada'])
  })
})
