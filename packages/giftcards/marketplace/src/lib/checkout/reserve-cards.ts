import { ownerOf, reserveFromBucket } from '../carts/carts.ts'
import type { CustomerCaller } from '../model/accounts.ts'
import { cardCount, type Cart, type CartLine } from '../model/cart.ts'
import type { DrawnCards, PreparedOrder } from '../model/payment.ts'
import { bucketsFor, countByBucket, findMerchantsOf, type StockKey, stockKeyText } from '../model/stock.ts'
import type { IdSource } from '../ports/deps.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { settings } from '../settings.ts'
import type { CheckoutLine } from './checkout-request.ts'
import type { CardsToReserve } from './judge-checkout.ts'

/** The reserved cards of a checkout, and the number of the order that they are for. */
interface ReservedBasket {
  readonly orderNumber: number
  readonly lines: readonly CartLine[]
  readonly drawn: DrawnCards | null
}

/**
 * Reserves every card of a checkout. A cart has reserved its cards already. `undefined`: a card is unavailable, and the transaction must
 * be rolled back.
 */
export async function reserveBasket(
  tx: StoreTransaction,
  ids: IdSource,
  caller: CustomerCaller,
  cards: CardsToReserve,
  now: number,
): Promise<ReservedBasket | undefined> {
  // Lock stock first: cards from a cart are sold without another reservation, and coupons are locked after stock.
  if (cards.kind === 'cart') {
    const { lines } = cards.cart
    if (lines.length === 0) return undefined
    const [orderNumber, isSold] = await Promise.all([
      tx.nextNumber('order'),
      areSold(tx, lines),
      tx.lockStock(lines),
    ])
    return isSold ? { orderNumber, lines, drawn: null } : undefined
  }
  const [orderNumber, cart, isSold] = await Promise.all([
    tx.nextNumber('order'),
    tx.findCartOf(ownerOf(caller)),
    areSold(tx, cards.lines),
    tx.lockStock(cards.lines.flatMap(bucketsFor)),
  ])
  if (!isSold) return undefined
  const ownCart = cart !== undefined && cart.expiresAt > now ? cart : undefined
  const reserved = await reserveLines(tx, ids, orderNumber, cards.lines, ownCart, now)
  return reserved && { orderNumber, ...reserved }
}

/**
 * Uses the cards that the caller's own cart has reserved first, then free stock. In both, ordinary cards come before low-risk ones,
 * unless the line takes only low-risk cards. A request that needs both becomes two lines (decision: inventory). The ids of the lines
 * are derived from the order's number.
 */
async function reserveLines(
  tx: StoreTransaction,
  ids: IdSource,
  orderNumber: number,
  wanted: readonly CheckoutLine[],
  cart: Cart | undefined,
  now: number,
): Promise<Omit<ReservedBasket, 'orderNumber'> | undefined> {
  const reserved = new Map<string, number>()
  const left = new Map(cart?.lines.map((line) => [stockKeyText(line), line.quantity]))
  // Lines that require low-risk cards come first: the other lines can use either kind.
  for (const line of wanted.toSorted((a, b) => Number(b.onlyLowRisk) - Number(a.onlyLowRisk))) {
    const buckets = bucketsFor(line)
    let missing = line.quantity
    const add = (key: StockKey, count: number): void => {
      reserved.set(stockKeyText(key), (reserved.get(stockKeyText(key)) ?? 0) + count)
      missing -= count
    }
    for (const key of buckets) {
      const inCart = left.get(stockKeyText(key)) ?? 0
      const count = Math.min(inCart, missing)
      left.set(stockKeyText(key), inCart - count)
      add(key, count)
    }
    for (const key of buckets) if (missing > 0) add(key, await reserveFromBucket(tx, key, missing, now))
    if (missing > 0) return undefined
  }

  const keys = new Map(wanted.flatMap(bucketsFor).map((key) => [stockKeyText(key), key]))
  const lines = [...keys].flatMap(([name, key]) => {
    const quantity = reserved.get(name) ?? 0
    return quantity === 0 ? [] : [{ ...key, id: ids.uuid(`line:order:${orderNumber}:${name}`), quantity }]
  })
  return { lines, drawn: cart === undefined ? null : await drawFrom(tx, cart, left) }
}

/**
 * Removes the drawn cards from the lines of a cart, so that each keeps its `left` quantity. Returns the number drawn from each.
 */
async function drawFrom(
  tx: StoreTransaction,
  cart: Cart,
  left: ReadonlyMap<string, number>,
): Promise<DrawnCards | null> {
  const drawn: CartLine[] = []
  for (const line of cart.lines) {
    const quantity = left.get(stockKeyText(line)) ?? 0
    drawn.push({ ...line, quantity: line.quantity - quantity })
    if (quantity === line.quantity) continue
    if (quantity === 0) await tx.deleteCartLine(cart.id, line.id)
    else await tx.putCartLine(cart.id, { ...line, quantity })
  }
  return drawn.every((line) => line.quantity === 0) ? null : { cartId: cart.id, lines: drawn }
}

/** Whether every merchant sells: cards of a `never-sold` merchant can be put into a cart but never bought. */
async function areSold(tx: StoreTransaction, lines: readonly { merchantId: number }[]): Promise<boolean> {
  const merchants = await findMerchantsOf(tx, lines)
  return lines.every((line) => merchants.get(line.merchantId)?.fulfillment !== 'never-sold')
}

/**
 * Gives back the cards of an order that was not placed. Cards from the customer's cart return to it, each line to its place, if it
 * has not expired and has room for them. The others return to the stock.
 */
export async function giveBackCards(
  tx: StoreTransaction,
  { units, drawn }: PreparedOrder,
  now: number,
): Promise<void> {
  const found = drawn ? await tx.findCart(drawn.cartId) : undefined
  const cart = found !== undefined && found.expiresAt > now ? found : undefined
  const returning = cart && drawn ? findRoom(cart, drawn) : []
  const kept = new Map(returning.map((line) => [stockKeyText(line), line.quantity]))
  for (const { bucket, count } of countByBucket(units)) {
    const free = count - (kept.get(stockKeyText(bucket)) ?? 0)
    if (free > 0) await tx.releaseStock(bucket, free)
  }
  if (cart === undefined || drawn === null || returning.length === 0) return
  for (const line of cart.lines) await tx.deleteCartLine(cart.id, line.id)
  for (const line of joinLines(cart.lines, returning, drawn)) await tx.putCartLine(cart.id, line)
}

/** The drawn cards that the cart has room for, by line. */
function findRoom(cart: Cart, drawn: DrawnCards): readonly CartLine[] {
  let room = settings.maxCards - cardCount(cart.lines)
  return drawn.lines.flatMap((line) => {
    const quantity = Math.min(line.quantity, room)
    room -= quantity
    return quantity === 0 ? [] : [{ ...line, quantity }]
  })
}

/** Merges returning lines into a cart, in the order before cards were drawn; lines added since come last. */
function joinLines(
  lines: readonly CartLine[],
  returning: readonly CartLine[],
  drawn: DrawnCards,
): readonly CartLine[] {
  const added = Map.groupBy([...lines, ...returning], stockKeyText)
  const order = new Map([...drawn.lines, ...lines].map((line) => [stockKeyText(line), line]))
  return [...order.keys()].flatMap((key) => {
    const same = added.get(key)
    const line = same?.[0]
    return same && line ? [{ ...line, quantity: cardCount(same) }] : []
  })
}
