import { describe, expect, it } from 'vitest'
import {
  addApp,
  addCustomer,
  changeCustomer,
  login,
  setAppEnabled,
  setPassword,
} from '@giftcards/marketplace'
import { anonymous, reasonOf, refusalOf, sampleAddress, valueOf } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const market = useMarketplace()
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
    expect(reasonOf(await addApp(market.store, 'corner-shop'))).toBe('An app corner-shop already exists')
  })
})

describe('setAppEnabled', () => {
  it('disables an app and enables it again', async () => {
    await addApp(market.store, 'corner-shop')
    await setAppEnabled(market.store, 'corner-shop', false)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(false)
    expect(reasonOf(await setAppEnabled(market.store, 'corner-shop', false))).toBe(
      'The app corner-shop is already disabled',
    )
    await setAppEnabled(market.store, 'corner-shop', true)
    expect((await market.store.findAccess('corner-shop', null)).appIsEnabled).toBe(true)
  })

  it('finds no unknown app', async () => {
    expect(reasonOf(await setAppEnabled(market.store, 'nobody', true))).toBe('There is no app nobody')
  })
})

const logIn = (password: string) => login(market.deps, anonymous, { email: 'grace@example.com', password })

describe('addCustomer', () => {
  it('adds a customer who can log in', async () => {
    await addCustomer(market.deps, grace)
    const email = 'grace@example.com'
    expect(valueOf(await logIn(grace.password))).toMatchObject({
      email,
      isElite: true,
      storeCreditCents: 0,
      isDisabled: false,
    })
  })

  it('refuses an email that is taken, in any case', async () => {
    await addCustomer(market.deps, grace)
    const again = await addCustomer(market.deps, { ...grace, email: 'GRACE@example.com' })
    expect(reasonOf(again)).toBe('A customer grace@example.com already exists')
  })
})

describe('changeCustomer', () => {
  it('disables a customer at once', async () => {
    await changeCustomer(market.store, 'elite@example.com', { isDisabled: true })
    expect((await market.store.findAccess('demo-app', 1)).customerIsEnabled).toBe(false)
  })

  it('refuses what is so already, and the unknown', async () => {
    expect(reasonOf(await changeCustomer(market.store, 'elite@example.com', { isElite: true }))).toMatch(
      /is already in that state$/,
    )
    expect(reasonOf(await changeCustomer(market.store, 'nobody@example.com', { isElite: true }))).toBe(
      'There is no customer nobody@example.com',
    )
  })
})

describe('setPassword', () => {
  it('lets a customer in by the new password alone', async () => {
    await addCustomer(market.deps, grace)
    await setPassword(market.deps, 'GRACE@example.com', 'another password')
    expect(refusalOf(await logIn(grace.password))).toBe('login_failed')
    expect(valueOf(await logIn('another password')).firstname).toBe('Grace')
  })
})
