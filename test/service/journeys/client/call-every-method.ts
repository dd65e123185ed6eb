import { createPartnerClient } from '@giftcards/client'
import type { OperationId } from '@giftcards/contract'
import { demoPassword } from '@giftcards/server'
import { storyAddress, storyCard, storyPayments } from '@giftcards/test-harness'
import { createObservedFetch, type Observed } from './observed-fetch.ts'

/** The result of a method. */
export interface MethodAnswer {
  readonly status: number
  readonly data: unknown
  readonly requestId: string | undefined
}

/** The results of every method and their requests, one each and in the same order. */
export interface EveryAnswer {
  readonly answers: Readonly<Record<OperationId, MethodAnswer>>
  readonly requests: readonly Observed[]
}

/** Calls every method once, in the order of one purchase. */
export async function callEveryMethod(baseUrl: string): Promise<EveryAnswer> {
  const { fetch, requests } = createObservedFetch()
  const client = createPartnerClient({ baseUrl, appId: 'demo-app', fetch })
  const customer = { email: 'elite@example.com', password: demoPassword }
  const cards = [storyCard.northwindEcode(1)]
  const payment = storyPayments.ACH

  const createSession = await client.createSession().withResponse()
  const login = await client.login({ customer }).withResponse()
  const createCart = await client.createCart().withResponse()
  const { cartId } = createCart.data
  const addCards = await client.addCards({ cartId, cards }).withResponse()
  const cardId = addCards.data.cart.cards[0]?.id ?? ''
  const adjustCardQuantity = await client.adjustCardQuantity({ cartId, cardId, qty: 1 }).withResponse()
  const applyCoupon = await client.applyCoupon({ cartId, couponCode: 'SAVE10' }).withResponse()
  const removeCoupon = await client.removeCoupon({ cartId, couponCode: 'SAVE10' }).withResponse()
  const removeCard = await client.removeCard({ cartId, cardId }).withResponse()
  const checkout = await client.checkout({ cards, payment, shippingDetails: storyAddress }).withResponse()
  const { orderId } = checkout.data.buyOrder
  const walletCard = { cardId: checkout.data.buyOrder.cards[0]?.id ?? 0 }
  const answers = {
    createSession,
    login,
    createCart,
    addCards,
    adjustCardQuantity,
    applyCoupon,
    removeCoupon,
    removeCard,
    checkout,
    getOrder: await client.getOrder({ orderId }).withResponse(),
    getWalletCard: await client.getWalletCard(walletCard).withResponse(),
    getSecureData: await client.getSecureData(walletCard).withResponse(),
    getDrawdownAccount: await client.getDrawdownAccount().withResponse(),
    listDrawdownTransactions: await client.listDrawdownTransactions().withResponse(),
  }
  return { answers, requests }
}
