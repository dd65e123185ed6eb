import { describe, expect, it } from 'vitest'
import {
  addPaymentMethod,
  adjustStoreCredit,
  changeCustomer,
  depositToDrawdown,
  openDrawdownAccount,
  setStoreCredit,
  sweep,
} from '@giftcards/marketplace'
import { buy, magicLine, reasonOf, refusalOf, standard, valueOf } from '@giftcards/marketplace/testing'
import { useMarketplace } from '../samples/use-marketplace.ts'

const email = 'standard@example.com'
const hour = 3600
const market = useMarketplace()
const creditCents = async () =>
  (await market.store.read((tx) => tx.findCustomer(standard.customerId)))?.storeCreditCents
const adjust = (amountCents: number, key: string) => adjustStoreCredit(market.deps, email, amountCents, key)

describe('openDrawdownAccount', () => {
  it('opens an account that takes a deposit', async () => {
    await changeCustomer(market.store, email, { isElite: true })
    expect(await openDrawdownAccount(market.store, email)).toMatchObject({
      value: { balanceCents: 0, isActive: true },
    })
    const deposit = valueOf(await depositToDrawdown(market.deps, email, 5000, 'wire-1'))
    expect(deposit.balanceCents).toBe(5000)
  })

  it('refuses a second account and a customer who is not Elite', async () => {
    expect(reasonOf(await openDrawdownAccount(market.store, 'elite@example.com'))).toMatch(
      /already has a drawdown account$/,
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
})

const bank = { kind: 'bank', accountNumber: '****1234', routingNumber: '****5678' } as const

describe('addPaymentMethod', () => {
  it('saves a method under an id that the customer does not have', async () => {
    const [taken] = await market.store.read((tx) => tx.listPaymentMethods(standard.customerId))
    const ids = [taken?.id ?? 0, 123]
    const saved = valueOf(await addPaymentMethod(market.store, email, bank, () => ids.shift() ?? 0))
    expect(saved).toEqual({ ...bank, customerId: standard.customerId, id: 123 })
    expect(await market.store.read((tx) => tx.findPaymentMethod(standard.customerId, 123))).toEqual(saved)
  })
})

describe('a command for an unknown customer', () => {
  const nobody = 'nobody@example.com'

  it.each([
    ['addPaymentMethod', () => addPaymentMethod(market.store, nobody, bank, () => 1)],
    ['adjustStoreCredit', () => adjustStoreCredit(market.deps, nobody, 1, 'key')],
    ['openDrawdownAccount', () => openDrawdownAccount(market.store, nobody)],
  ] as const)('is refused: %s', async (_name, command) => {
    expect(reasonOf(await command())).toBe('There is no customer nobody@example.com')
  })

  it('is refused in its own way where a sandbox gives it', async () => {
    expect(refusalOf(await setStoreCredit(market.deps, nobody, 1))).toBe('customer_not_found')
    expect(refusalOf(await depositToDrawdown(market.deps, nobody, 1))).toBe('customer_not_found')
  })
})

describe('adjustStoreCredit', () => {
  it('adds and takes credit by a ledger row each', async () => {
    const before = (await creditCents()) ?? 0
    await adjust(1500, 'goodwill-1')
    expect(valueOf(await adjust(-400, 'goodwill-2'))).toMatchObject({
      type: 'Adjustment',
      amountCents: -400,
      balanceCents: before + 1100,
      description: 'Adjustment goodwill-2',
    })
    expect(await creditCents()).toBe(before + 1100)
    expect((await market.store.checkBooks()).broken).toEqual([])
  })

  it('moves nothing when it is repeated with the same key', async () => {
    const before = (await creditCents()) ?? 0
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => adjust(500, 'goodwill-1')))
    await adjust(100, 'goodwill-2')
    for (const other of [...others, await adjust(500, 'goodwill-1')]) expect(other).toEqual(first)
    expect(reasonOf(await adjust(501, 'goodwill-1'))).toBe('This key was already used for a change of 5.00')
    expect(await creditCents()).toBe(before + 600)
  })

  it('takes no more than there is', async () => {
    const before = (await creditCents()) ?? 0
    expect(reasonOf(await adjust(-before - 1, 'claw-1'))).toMatch(
      /^The customer \S+ has only \d+\.\d\d of credit$/,
    )
    expect(await creditCents()).toBe(before)
    expect(reasonOf(await adjust(-before, 'claw-1'))).toBe('done')
    expect(await creditCents()).toBe(0)
  })
})
