import { openapiDocument } from '@giftcards/contract'
import { publishedData } from '@giftcards/server'
import { describe, expect, it } from 'vitest'
import { checkoutOf, type Partner, storyCard, storyPayments } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const soldOut = [storyCard.pixelSoldOut()]
const inStock = [storyCard.harborB2B()]
const refusedBank = { method: 'ACH', details: { id: 7002 } }

async function codeOf(
  partner: Partner,
  cards: typeof inStock,
  payment: { readonly method: string; readonly details?: { readonly id: number } },
  couponCode?: string,
): Promise<string | null> {
  const more = couponCode === undefined ? {} : { couponCode }
  return (await partner.call('checkout', checkoutOf(cards, payment, more))).code
}

describe('the precedence at checkout', () => {
  it('begins with the method string', { meta: { rules: ['D2-49'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const code = await codeOf(partner, soldOut, { method: 'PAYPAL', details: { id: 7999 } }, 'NO-SUCH-CODE')
    expect(code).toBe('payment_method_invalid')
    const withoutBilling = checkoutOf(soldOut, { method: 'PAYPAL' }, { billingDetails: undefined })
    expect((await partner.call('checkout', withoutBilling)).code).toBe('payment_method_invalid')
  })

  it('asks for authorisation before activity', { meta: { rules: ['D2-50', '4.6-16'] } }, async () => {
    const standard = publishedData.customers.find(({ email }) => email === 'standard@example.com')
    const inactive = { customerId: standard!.id, balanceCents: 0, pendingCents: 0, isActive: false }
    const drawdownAccounts = [...publishedData.drawdownAccounts, inactive]
    await sandbox.store.transaction((tx) => tx.seed({ ...publishedData, drawdownAccounts }))
    const partner = await sandbox.partner('standard@example.com')
    expect(await codeOf(partner, inStock, storyPayments.DRAWDOWN_ACCOUNT)).toBe('drawdown_not_authorized')
    const elite = await sandbox.partner('elite-inactive@example.com')
    expect(await codeOf(elite, inStock, storyPayments.DRAWDOWN_ACCOUNT)).toBe('drawdown_inactive')
  })

  it('asks for activity before the profile', { meta: { rules: ['D2-51'] } }, async () => {
    const email = 'elite-inactive@example.com'
    const partner = await sandbox.partner(email)
    const customer = await sandbox.store.read((tx) => tx.findCustomerByEmail(email))
    await sandbox.store.transaction((tx) => tx.updateCustomer(customer!.id, { address: null }))
    expect(await codeOf(partner, inStock, storyPayments.DRAWDOWN_ACCOUNT)).toBe('drawdown_inactive')
  })

  it('asks for the drawdown standing before the coupon', { meta: { rules: ['D2-52'] } }, async () => {
    const cases = [
      ['standard@example.com', 'drawdown_not_authorized'],
      ['elite-inactive@example.com', 'drawdown_inactive'],
      ['elite-noprofile@example.com', 'customer_details_required'],
      ['elite@example.com', 'coupon_not_found'],
    ] as const
    for (const [email, code] of cases) {
      const partner = await sandbox.partner(email)
      expect(await codeOf(partner, soldOut, storyPayments.DRAWDOWN_ACCOUNT, 'NO-SUCH-CODE')).toBe(code)
    }
  })

  it('asks for the coupon before inventory', { meta: { rules: ['D2-53'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    expect(await codeOf(partner, soldOut, refusedBank, 'NO-SUCH-CODE')).toBe('coupon_not_found')
    expect(await codeOf(partner, soldOut, refusedBank)).toBe('cards_unavailable')
  })

  it('asks for inventory before the eligibility', { meta: { rules: ['D2-54'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    expect(await codeOf(partner, soldOut, refusedBank, 'ELITE5')).toBe('cards_unavailable')
    expect(await codeOf(partner, soldOut, refusedBank, 'NORTHWIND15')).toBe('cards_unavailable')
  })

  it('asks for the eligibility before funds', { meta: { rules: ['D2-55'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    expect(await codeOf(partner, inStock, refusedBank, 'ELITE5')).toBe('coupon_not_eligible')
    expect(await codeOf(partner, inStock, refusedBank, 'SAVE10')).toBe('payment_declined')
    const poor = await sandbox.partner('elite-poor@example.com')
    const drawdown = storyPayments.DRAWDOWN_ACCOUNT
    expect(await codeOf(poor, inStock, drawdown, 'NORTHWIND15')).toBe('coupon_not_eligible')
    expect(await codeOf(poor, inStock, drawdown)).toBe('drawdown_insufficient')
  })
})

describe('Payment', () => {
  it('documents its methods in an open string', { meta: { rules: ['D2-56'] } }, () => {
    const schemas = openapiDocument.components?.['schemas'] as Record<string, { properties: object }>
    const { method } = schemas['Payment']!.properties as { method: Record<string, unknown> }
    expect(method['type']).toBe('string')
    expect(Object.keys(method)).not.toContain('enum')
    expect(Object.keys(method)).not.toContain('pattern')
    for (const name of Object.keys(storyPayments)) expect(method['description']).toContain(`\`${name}\``)
  })
})
