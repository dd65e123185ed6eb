import { createPartnerClient } from '@giftcards/client'
import { demoPassword } from '@giftcards/server'
import { emailOf } from '../data/bench-data.ts'
import { cards, type Partner, shippingDetails } from './partner.ts'

const appId = 'demo-app'

/** Logs the first customers of the bench's data in, one after another, and has each buy a card and fill a cart. */
export async function openPartners(baseUrl: string, count: number): Promise<readonly Partner[]> {
  const partners: Partner[] = []
  for (let index = 0; index < count; index += 1) partners.push(await openPartner(baseUrl, index))
  return partners
}

async function openPartner(baseUrl: string, index: number): Promise<Partner> {
  const card = cards[index % cards.length]
  const cartCard = cards[(index + 1) % cards.length]
  if (card === undefined || cartCard === undefined) throw new Error('There is nothing to buy')
  let token: string | undefined
  const client = createPartnerClient({
    baseUrl,
    appId,
    credentials: { email: emailOf(index), password: demoPassword },
    tokenStore: { get: () => token, set: (next) => void (token = next) },
    // Logins are limited by address, and all these partners have one.
    headers: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}` },
  })
  const { buyOrder } = await client.checkout({
    cards: [card],
    payment: { method: 'DRAWDOWN_ACCOUNT' },
    shippingDetails,
  })
  const order = await client.waitForFulfilment(buyOrder.orderId)
  const { cartId } = await client.createCart()
  const { cart } = await client.addCards({ cartId, cards: [cartCard] })
  const [line] = cart.cards
  const [bought] = order.cards
  if (token === undefined || line === undefined || bought === undefined) {
    throw new Error('A partner could not be made ready')
  }
  return {
    appId,
    token,
    card,
    cartCard,
    cartId,
    cartCardId: line.id,
    orderId: buyOrder.orderId,
    walletCardId: bought.id,
  }
}
