import { describe, expect, it } from 'vitest'
import {
  type Order,
  type Partner,
  placeOrder,
  schemaOf,
  storyCard,
  storyCards,
} from '@giftcards/test-harness'
import { useSandbox } from '@giftcards/test-harness/vitest'

const sandbox = await useSandbox()

const elite = 'elite@example.com'

/** Advances past the shipping of physical cards. Opens a new session, since the old token has expired. */
async function afterShipping(): Promise<Partner> {
  await sandbox.advance(24 * 3600)
  return sandbox.partner(elite)
}

const cardOf = (order: Order, index = 0): { readonly cardId: number } => ({ cardId: order.cards[index]!.id })

describe('getWalletCard', () => {
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

  it('says cost and discount share per card', { meta: { rules: ['D8-06', 'D8-07', '2.9-09'] } }, async () => {
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

  it('turns a card spent at balance zero', { meta: { rules: ['D8-08', '3.3-01'] } }, async () => {
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
    expect(schemaOf('WalletCard').properties?.['status']).toMatchObject({ enum: ['active', 'spent'] })
  })
})
