import { type CardKind, commonKinds, countedCoupon } from './contention-data.ts'
import {
  type Answer,
  buyByDrawdown,
  buyCartByDrawdown,
  buyFromOwnCart,
  openCart,
  type OpenCart,
  openShopper,
  type Shopper,
} from './shopper.ts'

/** How long requests that add the same ten kinds of cards took, in milliseconds. */
export interface OppositeOrders {
  /** The times of carts without other customers beside them. */
  readonly alone: readonly number[]
  /** The times of carts that added at one time, each other kinds than the other. */
  readonly apart: readonly number[]
  /** The times of carts that added at one time, in opposite order. */
  readonly inPairs: readonly number[]
  /** The responses other than a full cart. */
  readonly failures: readonly string[]
}

/** Has two carts, at different servers, add ten kinds of cards in opposite order at one time, again and again. */
export async function runOppositeOrders(baseUrls: readonly string[], pairs: number): Promise<OppositeOrders> {
  const [first, second] = await Promise.all([
    openShopper(baseUrls[0] ?? '', 1),
    openShopper(baseUrls[1] ?? '', 2),
  ])
  // With two kinds, one transaction is often over before the other begins.
  const [kinds, otherKinds] = [commonKinds.slice(0, 10), commonKinds.slice(10, 20)]
  const [alone, apart, inPairs, failures]: [number[], number[], number[], string[]] = [[], [], [], []]
  const carts = [await openCart(first), await openCart(second)] as const
  const add = async (cart: OpenCart, order: readonly CardKind[], times: number[]): Promise<void> => {
    const answer = await cart.add(order)
    times.push(answer.ms)
    if (answer.status !== 201) failures.push(`${answer.operationId} ${answer.status}`)
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    await add(carts[0], kinds, alone)
    await Promise.all([add(carts[0], kinds, apart), add(carts[1], otherKinds, apart)])
    await Promise.all([add(carts[0], kinds, inPairs), add(carts[1], kinds.toReversed(), inPairs)])
    // A cart holds 500 cards at most.
    if (pair % 15 === 14) for (const cart of carts) await cart.empty()
  }
  return { alone, apart, inPairs, failures }
}

/** The ways in which one purchase takes stock and coupons. */
const purchases: readonly ((shopper: Shopper, kinds: readonly CardKind[]) => Promise<readonly Answer[]>)[] = [
  (shopper, kinds) => buyByDrawdown(shopper, kinds),
  (shopper, kinds) => buyByDrawdown(shopper, kinds.toReversed(), countedCoupon),
  buyFromOwnCart,
  (shopper, kinds) => buyFromOwnCart(shopper, kinds.toReversed()),
  (shopper, kinds) => buyCartByDrawdown(shopper, kinds, countedCoupon),
  (shopper, kinds) => buyByDrawdown(shopper, kinds, countedCoupon),
]

/** How many customers `runOppositePurchases` needs. */
export const purchasers = purchases.length

/** Purchases of the same two kinds at one time. */
export interface OppositePurchases {
  /** How long each took, in milliseconds. */
  readonly times: readonly number[]
  /** The responses other than an order. */
  readonly failures: readonly string[]
}

/**
 * Makes customers buy the same two kinds and use one coupon at one time, in turn at each server. There are as many customers as ways
 * to buy.
 */
export async function runOppositePurchases(
  baseUrls: readonly string[],
  rounds: number,
): Promise<OppositePurchases> {
  const shoppers = await Promise.all(
    purchases.map((_, index) => openShopper(baseUrls[index % baseUrls.length] ?? '', index + 1)),
  )
  const kinds = commonKinds.slice(0, 2)
  const [times, failures]: [number[], string[]] = [[], []]
  const buyAgainAndAgain = async (shopper: Shopper, index: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { operationId, status, ms } of (await purchases[index]?.(shopper, kinds)) ?? []) {
        if (operationId === 'checkout') times.push(ms)
        if (status >= 300) failures.push(`${operationId} ${status}`)
      }
    }
  }
  await Promise.all(shoppers.map(buyAgainAndAgain))
  return { times, failures }
}
