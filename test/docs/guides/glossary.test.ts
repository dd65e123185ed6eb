import { beforeAll, describe, expect, it } from 'vitest'
import { type CardRequest, type Cart, placeOrder, storyCard } from '@giftcards/test-harness'
import { sandbox } from '../site.ts'
import { getGuide, readTable } from './guides.ts'

const rows = readTable(getGuide('glossary').markdown, 'type', 'Delivered as')

/** A published card of each type. */
const cards: Readonly<Record<string, CardRequest>> = {
  ecode: storyCard.northwindEcode(),
  physical: storyCard.northwindPhysical(),
  newEcodeB2B: storyCard.harborB2B(),
  // Carts do not accept this type.
  newEcodeAsPre: {
    merchantId: 104,
    faceValue: 20,
    percentOff: 2,
    type: 'newEcodeAsPre',
    quantity: 1,
  } as never,
}

beforeAll(() => sandbox.reset())

describe('the card types of the glossary', () => {
  it('are those of the service', () => {
    expect(rows.map(({ type }) => type)).toStrictEqual(Object.keys(cards))
  })

  it.each(rows)('are sold as it says: $type', async ({ type = '', ...row }) => {
    const card = cards[type]
    if (card === undefined) throw new Error(`There is no published card of type ${type}`)
    const partner = await sandbox.partner('elite@example.com')
    const { body } = await partner.call('createCart', { body: { action: 'buy' } })
    const { cartId } = body as Cart
    const added = await partner.call('addCards', { path: { cartId }, body: { cards: [card] } })
    const order = await placeOrder(partner, [card])
    const { buyOrder } = await partner.want('getOrder', 200, { path: { orderId: order.orderId } })
    expect({
      'Delivered as': buyOrder.status === 'Digitally Delivered' ? 'digital' : 'shipped',
      sourceCode: buyOrder.cards[0]?.sourceCode,
      Cart: added.status === 201 ? 'yes' : 'no',
      Checkout: 'yes',
    }).toStrictEqual(row)
  })
})
