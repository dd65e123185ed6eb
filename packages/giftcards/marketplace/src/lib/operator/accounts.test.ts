import { beforeEach, describe, expect, it } from 'vitest'
import {
  addApp,
  addCustomer,
  changeCustomer,
  depositToDrawdown,
  login,
  openDrawdownAccount,
  type OperatorOutcome,
  setAppEnabled,
  setStoreCredit,
  sweep,
} from '../../index.ts'
import { callerOf, createTestMarketplace, type TestMarketplace } from '../samples/create-test-marketplace.ts'
import { refusalOf, valueOf } from '../samples/outcome.ts'
import { buy, magicLine } from '../samples/sample-checkout.ts'
import { sampleAddress } from '../samples/sample-seed.ts'

const standard = callerOf('standard')
const hour = 3600
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

describe('setStoreCredit', () => {
  it('sets the credit of a customer', async () => {
    expect(valueOf(await setStoreCredit(market.deps, 'Standard@example.com', 1234))).toBe(1234)
    const customer = await market.store.read((tx) => tx.findCustomer(standard.customerId))
    expect(customer?.storeCreditCents).toBe(1234)
  })

  it('outlasts money that came back before', async () => {
    await buy(market, standard, { method: 'STORE_CREDIT', lines: [magicLine(904)] })
    market.clock.advance(hour)
    await setStoreCredit(market.deps, 'standard@example.com', 1234)
    await sweep(market.deps)
    const customer = await market.store.read((tx) => tx.findCustomer(standard.customerId))
    expect(customer?.storeCreditCents).toBe(1234)
  })

  it('finds no unknown customer', async () => {
    expect(refusalOf(await setStoreCredit(market.deps, 'nobody@example.com', 1))).toBe('customer_not_found')
  })
})
