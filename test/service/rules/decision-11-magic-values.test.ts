import { describe, expect, it } from 'vitest'
import { cartCheckoutOf, checkoutOf, fillCart, placeOrder, storyCard } from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'

const bank = (id: number) => ({ method: 'ACH', details: { id } })
const creditCard = (creditCardId: number) => ({ method: 'CREDITCARD', details: { creditCardId } })
const both = (id: number, creditCardId: number) => ({
  method: 'ACH_CREDITCARD',
  details: { id, creditCardDetails: { creditCardId } },
})

/** Returns the status of an order of the merchant at each of these seconds after checkout. */
async function statusesAt(merchantId: number, moments: readonly number[]) {
  const partner = await sandbox.partner(elite)
  const { orderId, status } = await placeOrder(partner, [storyCard.magic(merchantId)])
  const statuses: string[] = [status]
  let passed = 0
  for (const moment of moments) {
    if (moment > passed) await sandbox.advance(moment - passed)
    passed = moment
    statuses.push((await partner.want('getOrder', 200, { path: { orderId } })).buyOrder.status)
  }
  return statuses
}

describe('published payment methods', () => {
  it.each([
    ['bank 7001', bank(7001), 'ACH Bank Transfer'],
    ['card 8001', creditCard(8001), 'Credit Card'],
    ['bank 7002 with card 8001', both(7002, 8001), 'Credit Card'],
  ])('accept %s', { meta: { rules: ['D11-46', 'D11-48', 'D11-49'] } }, async (_name, payment, method) => {
    const partner = await sandbox.partner('standard@example.com')
    const { paymentDetails } = await placeOrder(partner, [storyCard.northwindEcode()], payment)
    expect(paymentDetails.method).toBe(method)
  })

  it.each([
    ['bank 7002', bank(7002)],
    ['card 8002', creditCard(8002)],
    ['bank 7002 with card 8002', both(7002, 8002)],
  ])('refuse %s', { meta: { rules: ['D11-46', 'D11-48', 'D11-49'] } }, async (_name, payment) => {
    const partner = await sandbox.partner('standard@example.com')
    const { status, code, messages } = await partner.call(
      'checkout',
      checkoutOf([storyCard.northwindEcode()], payment),
    )
    expect([status, code, messages]).toStrictEqual([400, 'payment_declined', ['Insufficient funds']])
  })

  it('take 7003 back after two days', { meta: { rules: ['D11-47'] } }, async () => {
    const { orderId } = await placeOrder(await sandbox.partner(elite), [storyCard.harborEcode()], bank(7003))
    const statusNow = async () => {
      const partner = await sandbox.partner(elite)
      return (await partner.want('getOrder', 200, { path: { orderId } })).buyOrder.status
    }
    expect(await statusNow()).toBe('Digitally Delivered')
    await sandbox.advance(2 * 24 * 3600 - 1)
    expect(await statusNow()).toBe('Digitally Delivered')
    await sandbox.advance(1)
    expect(await statusNow()).toBe('Canceled')
  })
})

describe('magic merchants', () => {
  it('901 is late by ten minutes', { meta: { rules: ['D11-39'] } }, async () => {
    expect(await statusesAt(901, [0, 599, 600])).toStrictEqual([
      'Processing',
      'Processing',
      'Processing',
      'Digitally Delivered',
    ])
  })

  it('902 goes to Review', { meta: { rules: ['D11-40'] } }, async () => {
    expect(await statusesAt(902, [0, 3000])).toStrictEqual(['Processing', 'Review', 'Review'])
  })

  it('903 goes to Hold', { meta: { rules: ['D11-41'] } }, async () => {
    expect(await statusesAt(903, [0, 3000])).toStrictEqual(['Processing', 'Hold', 'Hold'])
  })

  it('904 is canceled after a minute', { meta: { rules: ['D11-42'] } }, async () => {
    expect(await statusesAt(904, [0, 59, 60])).toStrictEqual([
      'Processing',
      'Processing',
      'Processing',
      'Canceled',
    ])
  })

  it('905 has cards without a PIN', { meta: { rules: ['D11-43'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.magic(905), storyCard.harborEcode()])
    const [without, ordinary] = order.cards.map(({ id }) => ({ path: { cardId: id } }))
    expect((await partner.want('getSecureData', 200, without)).pin).toBe('')
    expect((await partner.want('getSecureData', 200, ordinary)).pin).toMatch(/^\d{4}$/)
  })

  it('906 is carted, never bought', { meta: { rules: ['D11-44'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const cart = await fillCart(partner, [storyCard.magic(906, 2)])
    expect(cart.cards).toMatchObject([{ merchant: 906, quantity: 2 }])
    for (const buy of [cartCheckoutOf(cart.cartId), checkoutOf([storyCard.magic(906)])]) {
      const { status, code, messages } = await partner.call('checkout', buy)
      expect({ status, code, messages }).toStrictEqual({
        status: 400,
        code: 'cards_unavailable',
        messages: ['Not all requested cards were added to the cart'],
      })
    }
  })
})

describe('published card numbers', () => {
  it('share a prefix and fail Luhn', { meta: { rules: ['D11-51'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.harborB2B(30)])
    const numbers = new Set<string>()
    for (const { id } of order.cards) {
      const { number } = await partner.want('getSecureData', 200, { path: { cardId: id } })
      expect(number).toMatch(/^9999\d{12}$/)
      expect(luhnSum(number) % 10).not.toBe(0)
      numbers.add(number)
    }
    expect(numbers.size).toBe(30)
    expect(luhnSum('79927398713') % 10).toBe(0)
  })
})

/** ISO/IEC 7812-1, annex B: the sum of a valid number is a multiple of ten. */
function luhnSum(number: string): number {
  return Array.from(number, Number)
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((sum, part) => sum + part, 0)
}
