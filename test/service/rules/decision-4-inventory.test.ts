import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Cart,
  checkoutOf,
  fillCart,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

const buy = { body: { action: 'buy' } }

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

interface Line {
  readonly merchantId: number
  readonly faceValue: number
  readonly percentOff: number
  readonly type: string
}

/** The counts of a line's buckets, ordinary first, as `[onHand, reserved, available]`. */
async function stockOf(line: Line): Promise<readonly (readonly number[])[]> {
  const { inventory } = await sandbox.wantControl('listInventory', 200)
  return inventory
    .filter(
      (row) =>
        row.merchantId === line.merchantId &&
        row.faceValue === line.faceValue &&
        row.percentOff === line.percentOff &&
        row.type === line.type,
    )
    .toSorted((a, b) => Number(a.isLowRisk) - Number(b.isLowRisk))
    .map(({ onHand, reserved, available }) => [onHand, reserved, available])
}

describe('stock', () => {
  it('is matched in every part of its key', { meta: { rules: ['D4-01'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const { cartId } = await fillCart(partner, [storyCard.harborB2B()])
    const inStock = storyCard.northwindEcode()
    const others = [
      { ...inStock, percentOff: 8.4 },
      { ...inStock, percentOff: 8 },
      { ...inStock, faceValue: 50.01 },
      { ...inStock, merchantId: 102 },
      { ...inStock, merchantId: 999_999 },
      { ...inStock, type: 'physical' },
    ]
    for (const card of others) {
      const added = await partner.call('addCards', { path: { cartId }, body: { cards: [card] } })
      expect(added.code).toBe('insufficient_inventory')
      const bought = await partner.call('checkout', checkoutOf([card as typeof inStock]))
      expect(bought.code).toBe('cards_unavailable')
    }
    await partner.want('addCards', 201, { path: { cartId }, body: { cards: [inStock] } })
  })

  it('is available where it is not reserved', { meta: { rules: ['D4-02'] } }, async () => {
    const partner = await sandbox.partner()
    const { cartId, cards } = await fillCart(partner, [storyCard.harborB2B(40)])
    expect(await stockOf(storyCard.harborB2B())).toStrictEqual([[100, 40, 60]])
    const more = { path: { cartId }, body: { cards: [storyCard.harborB2B(61)] } }
    expect((await partner.call('addCards', more)).body).toMatchObject({ requested: 61, added: 60 })
    expect(await stockOf(storyCard.harborB2B())).toStrictEqual([[100, 100, 0]])
    await partner.want('removeCard', 200, { path: { cartId, cardId: cards[0]!.id } })
    expect(await stockOf(storyCard.harborB2B())).toStrictEqual([[100, 0, 100]])
  })

  it('is reserved once under concurrency', { meta: { rules: ['D4-05'] } }, async () => {
    const partners = await Promise.all(Array.from({ length: 8 }, () => sandbox.partner()))
    const carts = await Promise.all(partners.map((partner) => partner.want('createCart', 201, buy)))
    const answers = await Promise.all(
      partners.map((partner, index) =>
        partner.call('addCards', {
          path: { cartId: carts[index]!.cartId },
          body: { cards: [storyCard.northwindEcode(2)] },
        }),
      ),
    )
    // 10 cards for 8 times 2.
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'insufficient_inventory')).toHaveLength(3)
    expect(await stockOf(storyCard.northwindEcode())).toStrictEqual([
      [5, 5, 0],
      [5, 5, 0],
    ])
  })

  it('is sold once under concurrency', { meta: { rules: ['D4-05'] } }, async () => {
    const emails = ['elite@example.com', 'standard@example.com', 'elite-poor@example.com']
    const partners = await Promise.all(emails.map((email) => sandbox.partner(email)))
    const answers = await Promise.all(
      [...partners, ...partners].map((partner) =>
        partner.call('checkout', checkoutOf([storyCard.pixelEcode()])),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 'cards_unavailable')).toHaveLength(3)
    expect(await stockOf(storyCard.pixelEcode())).toStrictEqual([[0, 0, 0]])
  })
})

describe('low-risk stock', () => {
  const northwind = storyCard.northwindEcode

  it('is not chosen by a cart request', { meta: { rules: ['D4-06'] } }, async () => {
    const partner = await sandbox.partner()
    for (const isLowRisk of [true, false, 'yes']) {
      const { cartId } = await fillCart(partner, [{ ...northwind(2), isLowRisk } as never])
      const active = (await partner.call('createCart', buy)).body as Cart
      expect(active.cards).toMatchObject([{ isLowRisk: false, quantity: 2 }])
      await partner.want('removeCard', 200, { path: { cartId, cardId: active.cards[0]!.id } })
    }
  })

  it('is spared by an ordinary checkout', { meta: { rules: ['D4-07'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const first = await placeOrder(partner, [northwind(2)])
    const second = await placeOrder(partner, [{ ...northwind(3), isLowRisk: false } as never])
    expect([...first.cards, ...second.cards].map(({ isLowRisk }) => isLowRisk)).toStrictEqual(
      Array.from({ length: 5 }, () => false),
    )
    expect(await stockOf(northwind())).toStrictEqual([
      [0, 0, 0],
      [5, 0, 5],
    ])
    const onlyLowRisk = await placeOrder(partner, [{ ...northwind(1), isLowRisk: true } as never])
    expect(onlyLowRisk.cards.map(({ isLowRisk }) => isLowRisk)).toStrictEqual([true])
  })

  it('is a second line of a checkout', { meta: { rules: ['D4-08'] } }, async () => {
    const partner = await sandbox.partner('standard@example.com')
    const order = await placeOrder(partner, [northwind(7)], storyPayments.ACH, { couponCode: 'SAVE10' })
    expect(order.cards.map(({ isLowRisk }) => isLowRisk)).toStrictEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    expect(order.coupon).toMatchObject({
      cards: [
        { perCardDiscount: 4.58, discount: 22.9 },
        { perCardDiscount: 4.58, discount: 9.16 },
      ],
    })
    expect(await stockOf(northwind())).toStrictEqual([
      [0, 0, 0],
      [3, 0, 3],
    ])
  })
})

describe('the reserved count', () => {
  const lines = [
    storyCard.northwindEcode(3),
    storyCard.northwindPhysical(2),
    storyCard.pixelEcode(2),
    storyCard.trailheadEcode(1),
    storyCard.harborB2B(40),
  ]
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('add'), line: fc.nat({ max: lines.length - 1 }) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('adjust'), qty: fc.integer({ min: -4, max: 6 }) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('remove') }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('buy'), line: fc.nat({ max: lines.length - 1 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pay') }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(60, 1000) }) },
  )
  type Step = {
    readonly do: string
    readonly line?: number
    readonly qty?: number
    readonly seconds?: number
  }

  async function take(partner: Partner, one: Step): Promise<void> {
    const { cartId, cards } = (await partner.call('createCart', buy)).body as Cart
    const card = cards.at(-1)
    const path = { cartId, cardId: card?.id ?? 'none' }
    const line = lines[one.line ?? 0]!
    if (one.do === 'add') await partner.call('addCards', { path: { cartId }, body: { cards: [line] } })
    if (one.do === 'adjust') await partner.call('adjustCardQuantity', { path, body: { qty: one.qty } })
    if (one.do === 'remove') await partner.call('removeCard', { path })
    if (one.do === 'buy') await partner.call('checkout', checkoutOf([line], storyPayments.STORE_CREDIT))
    if (one.do === 'pay')
      await partner.call('checkout', checkoutOf([line], { method: 'ACH', details: { id: 7002 } }))
    if (one.do === 'wait') await sandbox.advance(one.seconds ?? 0)
  }

  it(
    'for any sequence of requests, is the sum over the live carts',
    { meta: { rules: ['D4-03', 'D4-04'] }, timeout: 60_000 },
    async () => {
      const partners = [
        await sandbox.partner('elite@example.com'),
        await sandbox.partner('standard@example.com'),
        await sandbox.partner(),
      ]
      const steps = fc
        .array(fc.record({ who: fc.nat({ max: 2 }), step }), { minLength: 4, maxLength: 14 })
        // A token must live through the story.
        .filter((story) => story.filter(({ step: one }) => one.do === 'wait').length <= 3)
      await fc.assert(
        fc.asyncProperty(steps, async (story) => {
          await sandbox.reset()
          for (const { who, step: one } of story) await take(partners[who]!, one)
          const { inventory } = await sandbox.wantControl('listInventory', 200)
          const carts = await Promise.all(partners.map((partner) => partner.call('createCart', buy)))
          const held = carts.flatMap(({ body }) => (body as Cart).cards)
          for (const row of inventory) {
            expect(row.reserved).toBeGreaterThanOrEqual(0)
            expect(row.reserved).toBeLessThanOrEqual(row.onHand)
            expect(row.available).toBe(row.onHand - row.reserved)
            const inCarts = held.filter(
              (card) =>
                card.merchant === row.merchantId &&
                card.balance === row.faceValue &&
                card.percentOff === row.percentOff &&
                card.type === row.type &&
                card.isLowRisk === row.isLowRisk,
            )
            expect(row.reserved).toBe(inCarts.reduce((sum, { quantity }) => sum + quantity, 0))
          }
        }),
        { seed: 20_260_115, numRuns: 25, endOnFailure: true },
      )
    },
  )
})
