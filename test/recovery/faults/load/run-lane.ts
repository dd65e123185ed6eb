import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Order, PartnerClient } from '@giftcards/client'
import { type Random, send, storyAddress } from '@giftcards/test-harness'
import { buyOnce } from './buy.ts'
import { chooseCards, choosePurchase } from './choose-purchase.ts'
import { judgeFailure } from './judge-failure.ts'
import type { PurchaseBook } from './purchase-book.ts'

/** One buyer at work: its dependencies and its records. */
export interface Lane {
  /** Returns the current address of its server. */
  readonly url: () => string
  readonly client: PartnerClient
  readonly mayDrawDown: boolean
  readonly random: Random
  readonly book: PurchaseBook
  /** Called for each documented 503, after which a buyer pauses. */
  readonly onAway: () => void
}

const pauseMs = 50

/**
 * Buys, fills carts, reads its wallet and cancels orders, one call after another. Ends when it is stopped or no server responds.
 */
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

/** Reads a card of an earlier order. Its secure data must never change. */
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

/** Cancels an order as an operator, delivered or not: its money is refunded and its cards are void. */
async function cancelOrder(lane: Lane): Promise<void> {
  const orderId = pickOrder(lane)?.orderId
  if (orderId === undefined) return
  const path = `/__sandbox/orders/${orderId}/status`
  const body = { status: 'Canceled' }
  // If no server responds, the buyer's next call notices.
  const answer = await send(lane.url(), { method: 'put', path, body }).catch(() => undefined)
  if (answer?.status === 503) lane.onAway()
  // 400: the order was already canceled.
  const isUsual = answer === undefined || [200, 400, 503].includes(answer.status)
  if (!isUsual) lane.book.wrong.push(`cancelOrder: ${answer.status} ${answer.text}`)
}

/** Picks one of this buyer's latest orders. */
function pickOrder({ client, random, book }: Lane): Order | undefined {
  const own = [...book.answered.values()].filter(({ client: buyer }) => buyer === client).slice(-20)
  const answer = own[random.below(Math.max(own.length, 1))]?.answer
  return answer?.kind === 'order' ? answer.order : undefined
}
