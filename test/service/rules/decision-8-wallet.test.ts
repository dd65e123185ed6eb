import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Order,
  type Partner,
  placeOrder,
  type Sandbox,
  startSandbox,
  storyCard,
  storyCards,
} from '@giftcards/test-harness'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const elite = 'elite@example.com'

/** Past the shipping of physical cards; a new session, since the old token has expired meanwhile. */
async function afterShipping(): Promise<Partner> {
  await sandbox.advance(24 * 3600)
  return sandbox.partner(elite)
}

const cardOf = (order: Order, index = 0): { readonly cardId: number } => ({ cardId: order.cards[index]!.id })

async function refusal(partner: Partner, cardId: number) {
  const { status, code, messages } = await partner.call('getWalletCard', { path: { cardId } })
  return { status, code, messages }
}

const notFound = { status: 404, code: 'card_not_found', messages: ['Card not found'] }

describe('getWalletCard', () => {
  it('finds no card before it is fulfilled', { meta: { rules: ['D8-01'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.northwindPhysical()])
    const { cardId } = cardOf(order)
    expect(await refusal(partner, cardId)).toStrictEqual(notFound)
    await sandbox.advance(24 * 3600 - 1)
    expect(await refusal(await sandbox.partner(elite), cardId)).toStrictEqual(notFound)
    await sandbox.advance(1)
    await (await sandbox.partner(elite)).want('getWalletCard', 200, { path: { cardId } })
  })

  it("finds nobody else's card", { meta: { rules: ['D8-02'] } }, async () => {
    const owner = await sandbox.partner(elite)
    const path = cardOf(await placeOrder(owner, [storyCard.harborEcode()]))
    await owner.want('getWalletCard', 200, { path })
    expect(await refusal(await sandbox.partner('standard@example.com'), path.cardId)).toStrictEqual(notFound)
    expect(await refusal(owner, path.cardId + 1)).toStrictEqual(notFound)
  })

  it('says of every card that it is masked', { meta: { rules: ['D8-05'] } }, async () => {
    const order = await placeOrder(await sandbox.partner(elite), [...storyCards, storyCard.harborB2B()])
    const partner = await afterShipping()
    const path = cardOf(order)
    await sandbox.wantControl('spendWalletCard', 200, { path, body: { amount: 50 } })
    for (const { id: cardId } of order.cards) {
      const card = await partner.want('getWalletCard', 200, { path: { cardId } })
      expect([card.type, card.numberIsMasked]).toStrictEqual([card.type, true])
    }
  })

  it('masks number and PIN', { meta: { rules: ['D8-03', 'D8-04', 'D8-05'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.harborEcode(), storyCard.magic(905)])
    const clear = await partner.want('getSecureData', 200, { path: cardOf(order) })
    const card = await partner.want('getWalletCard', 200, { path: cardOf(order) })
    expect(card).toMatchObject({
      number: `****${clear.number.slice(-4)}`,
      pin: '****',
      numberIsMasked: true,
    })
    const withoutPin = await partner.want('getWalletCard', 200, { path: cardOf(order, 1) })
    expect(withoutPin).toMatchObject({ pin: '', numberIsMasked: true })
    expect(withoutPin.number).toMatch(/^\*{4}\d{4}$/)
  })

  it('says cost and discount share per card', { meta: { rules: ['D8-06', 'D8-07'] } }, async () => {
    const order = await placeOrder(await sandbox.partner(elite), storyCards)
    const partner = await afterShipping()
    const shares = []
    for (const { id } of order.cards) {
      const card = await partner.want('getWalletCard', 200, { path: { cardId: id } })
      shares.push([card.amount.balance, card.amount.cost, card.discounts.paymentMethodDiscount])
    }
    expect(shares).toStrictEqual([
      [50, 45.75, 0.92],
      [50, 45.75, 0.91],
      [100, 93, 1.86],
    ])
  })

  it('turns a card spent at balance zero', { meta: { rules: ['D8-08'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const path = cardOf(await placeOrder(partner, [storyCard.northwindEcode()]))
    const states = []
    for (const amount of [49.99, 0.01]) {
      await sandbox.wantControl('spendWalletCard', 200, { path, body: { amount } })
      const { status, amount: amounts } = await partner.want('getWalletCard', 200, { path })
      states.push([status, amounts.currentBalance])
    }
    expect(states).toStrictEqual([
      ['active', 0.01],
      ['spent', 0],
    ])
  })

  it('prints an opaque serial as barcode', { meta: { rules: ['D8-09'] } }, async () => {
    const partner = await sandbox.partner(elite)
    const order = await placeOrder(partner, [storyCard.harborEcode(10)])
    const serials = new Set<string>()
    for (const { id } of order.cards) {
      const path = { cardId: id }
      const { number, pin } = await partner.want('getSecureData', 200, { path })
      const { merchant, prefix } = await partner.want('getWalletCard', 200, { path })
      const { contents } = merchant.barcode
      expect(contents.startsWith(prefix)).toBe(true)
      const serial = contents.slice(prefix.length)
      expect(serial).toMatch(/^\w{8,}$/)
      expect(serial).not.toContain(pin)
      expect(contents).not.toContain(number.slice(-8))
      expect(number).not.toContain(serial)
      serials.add(serial)
    }
    expect(serials.size).toBe(10)
  })
})
