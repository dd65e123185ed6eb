import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  cartCheckoutOf,
  checkoutOf,
  fillCart,
  type Order,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

let sandbox: Sandbox
let partner: Partner
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.reset()
  partner = await sandbox.partner('elite@example.com')
})

/** The data of the coupon on the partner's active cart. The coupon is then removed again. */
async function couponNow(couponCode: string): Promise<NonNullable<Cart['couponData']>> {
  const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
  const path = { cartId, couponCode }
  const { couponData } = await partner.want('applyCoupon', 200, { path })
  await partner.want('removeCoupon', 200, { path })
  if (couponData === null) throw new Error(`${couponCode} was not applied`)
  return couponData
}
const usageNow = async (couponCode = 'SAVE10'): Promise<number> => (await couponNow(couponCode)).usage

const buyWith = (couponCode: string): Promise<Order> =>
  placeOrder(partner, [storyCard.harborB2B()], storyPayments.ACH, { couponCode })
const usageOf = (order: Order): unknown => (order.coupon as { usage?: number }).usage

const cancel = ({ orderId }: Order) =>
  sandbox.wantControl('setOrderStatus', 200, { path: { orderId }, body: { status: 'Canceled' } })

describe('the totalAmount of a P coupon', () => {
  it.each([
    ['SAVE10', 10],
    ['ELITE5', 5],
  ])('of %s is its percentage, %i', { meta: { rules: ['D5-01'] } }, async (code, percent) => {
    const small = await couponNow(code)
    await fillCart(partner, [storyCard.northwindPhysical(3)])
    const large = await couponNow(code)
    expect([small, large].map(({ type, totalAmount }) => [type, totalAmount])).toStrictEqual([
      ['P', percent],
      ['P', percent],
    ])
    // 279.00 of the physical cards, on which the percentage leaves whole cents.
    const physical = large.cards.find(({ discount }) => discount === 2.79 * percent)
    expect(physical?.perCardDiscount).toBe(0.93 * percent)
  })

  it('is the percentage on an order too', { meta: { rules: ['D5-01'] } }, async () => {
    const order = await placeOrder(partner, [storyCard.northwindPhysical()], storyPayments.ACH, {
      couponCode: 'NORTHWIND15',
    })
    expect(order.coupon).toMatchObject({ type: 'P', totalAmount: 15, discount: 13.95 })
  })
})

describe('a use of a coupon', () => {
  it('is consumed when an order is placed', { meta: { rules: ['D5-15', 'D5-16'] } }, async () => {
    expect(await usageNow()).toBe(1)
    expect(usageOf(await buyWith('SAVE10'))).toBe(1)
    expect(usageOf(await buyWith('save10'))).toBe(2)
    expect([await usageNow(), await usageNow('FIVEOFF')]).toStrictEqual([3, 1])
  })

  it('is consumed when a cart is bought', { meta: { rules: ['D5-16'] } }, async () => {
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
    const { buyOrder } = await partner.want('checkout', 201, cartCheckoutOf(cartId))
    expect([usageOf(buyOrder), await usageNow()]).toStrictEqual([1, 2])
  })

  it('is not consumed by a cart or a refusal', { meta: { rules: ['D5-16', 'D6-09'] } }, async () => {
    const { cartId } = await fillCart(partner, [storyCard.harborEcode()])
    const path = { cartId, couponCode: 'SAVE10' }
    await partner.want('applyCoupon', 200, { path })
    await partner.want('removeCoupon', 200, { path })
    const couponCode = 'SAVE10'
    const declined = checkoutOf(
      [storyCard.harborB2B()],
      { method: 'ACH', details: { id: 7002 } },
      { couponCode },
    )
    const missing = checkoutOf([storyCard.pixelSoldOut()], storyPayments.ACH, { couponCode })
    for (const refused of [declined, missing]) await partner.want('checkout', 400, refused)
    expect(await usageNow()).toBe(1)
  })

  it('is given back by a cancelled order', { meta: { rules: ['D5-17'] } }, async () => {
    await buyWith('SAVE10')
    const second = await buyWith('SAVE10')
    expect(await usageNow()).toBe(3)
    await cancel(second)
    expect(await usageNow()).toBe(2)
    expect(usageOf(await buyWith('SAVE10'))).toBe(2)
  })

  it('is given back by an order delivered before', { meta: { rules: ['D5-17'] } }, async () => {
    const order = await buyWith('SAVE10')
    const path = { orderId: order.orderId }
    expect((await partner.want('getOrder', 200, { path })).buyOrder.status).toBe('Digitally Delivered')
    await cancel(order)
    expect(await usageNow()).toBe(1)
  })

  it('is given back when an order cancels itself', { meta: { rules: ['D5-17'] } }, async () => {
    await placeOrder(partner, [storyCard.magic(904)], storyPayments.ACH, { couponCode: 'SAVE10' })
    await sandbox.advance(59)
    expect(await usageNow()).toBe(2)
    await sandbox.advance(1)
    expect(await usageNow()).toBe(1)
  })
})
