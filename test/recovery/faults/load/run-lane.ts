import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Order, PartnerClient } from '@giftcards/client'
import { type Random, send, storyAddress } from '@giftcards/test-harness'
import { buyOnce } from './buy.ts'
import { chooseCards, choosePurchase } from './choose-purchase.ts'
import { judgeFailure } from './judge-failure.ts'
import type { PurchaseBook } from './purchase-book.ts'

/** One buyer at work: what it needs, and what it writes down. */
export interface Lane {
  /** The address of its server at this moment. */
  readonly url: () => string
  readonly client: PartnerClient
  readonly mayDrawDown: boolean
  readonly random: Random
  readonly book: PurchaseBook
  /** Called for each documented 503, after which a buyer pauses. */
  readonly onAway: () => void
}

const pauseMs = 50

/** Buys, fills carts, reads its wallet and cancels orders, one call after another, until it is stopped or no server responds. */
export async function runLane(lane: Lane, isStopped: () => boolean): Promise<void> {
  let isAnswered = true
  while (isAnswered && !isStopped()) {
    const act = lane.random.pick([buyCards, buyCards, buyCards, buyCart, readWallet, cancelOrder])
    try {
      await act(lane)
    } catch (error) {
      const meaning = judgeFailure(error)
      if (meaning === 'wrong') lane.book.wrong.push(`${act.name}: ${String(error)}`)
      isAnswered = meaning !== 'gone'
      if (meaning === 'away') {
        lane.onAway()
        await setTimeout(pauseMs)
      }
    }
  }
}

async function buyCards({ client, mayDrawDown, random, book }: Lane): Promise<void> {
  const purchase = choosePurchase(random, mayDrawDown)
  await buyOnce(book, { key: randomUUID(), client, purchase })
}

async function buyCart({ client, mayDrawDown, random, book }: Lane): Promise<void> {
  const { cartId } = await client.createCart()
  const { cart } = await client.addCards({ cartId, cards: chooseCards(random) })
  const [card] = cart.cards
  if (random.below(2) === 0) await client.applyCoupon({ cartId, couponCode: 'SAVE10' })
  if (!mayDrawDown) {
    if (card !== undefined) await client.removeCard({ cartId, cardId: card.id })
    return
  }
  const purchase = { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress } as const
  await buyOnce(book, { key: randomUUID(), client, purchase })
}

/** Reads cards again that it has read before. */
async function readWallet(lane: Lane): Promise<void> {
  const { client, book } = lane
  const cardId = pickOrder(lane)?.cards[0]?.id
  if (cardId === undefined) return
  await client.getWalletCard({ cardId })
  const { number, pin } = await client.getSecureData({ cardId })
  const shown = `${number} ${pin}`
  const before = book.secrets.get(cardId) ?? shown
  if (before !== shown) book.wrong.push(`Card ${cardId} was shown with two numbers`)
  book.secrets.set(cardId, before)
}

/** An operator cancels an order, delivered or not: its money goes back and its cards are void. */
async function cancelOrder(lane: Lane): Promise<void> {
  const orderId = pickOrder(lane)?.orderId
  if (orderId === undefined) return
  const path = `/__sandbox/orders/${orderId}/status`
  const body = { status: 'Canceled' }
  // If no server responds, the buyer's next call notices.
  const answer = await send(lane.url(), { method: 'put', path, body }).catch(() => undefined)
  if (answer?.status === 503) lane.onAway()
  // 400: it was canceled before.
  const isUsual = answer === undefined || [200, 400, 503].includes(answer.status)
  if (!isUsual) lane.book.wrong.push(`cancelOrder: ${answer.status} ${answer.text}`)
}

/** One of this buyer's latest orders. */
function pickOrder({ client, random, book }: Lane): Order | undefined {
  const own = [...book.answered.values()].filter(({ client: buyer }) => buyer === client).slice(-20)
  const answer = own[random.below(Math.max(own.length, 1))]?.answer
  return answer?.kind === 'order' ? answer.order : undefined
}
