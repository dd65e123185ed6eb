import { type CardKind, commonKinds, countedCoupon } from './contention-data.ts'
import {
  type Answer,
  buyByDrawdown,
  buyCartByDrawdown,
  buyFromOwnCart,
  openCart,
  openShopper,
  type Shopper,
} from './shopper.ts'

/**
 * Makes two carts on different servers repeatedly add the same ten kinds of cards at the same time, in opposite order. Returns
 * the operation and status of each failure.
 */
export async function runOppositeOrders(baseUrls: readonly string[], pairs: number): Promise<string[]> {
  const shoppers = await Promise.all([openShopper(baseUrls[0] ?? '', 1), openShopper(baseUrls[1] ?? '', 2)])
  // With two kinds, one transaction often ends before the other begins.
  const kinds = commonKinds.slice(0, 10)
  const carts = await Promise.all(shoppers.map(openCart))
  const orders = [kinds, kinds.toReversed()]
  const failures: string[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const added = await Promise.all(carts.map((cart, index) => cart.add(orders[index] ?? [])))
    failures.push(...added.filter(({ status }) => status !== 201).map(({ status }) => `addCards ${status}`))
    // A cart holds 500 cards at most.
    if (pair % 45 === 44) for (const cart of carts) await cart.empty()
  }
  return failures
}

/** The ways in which a purchase reserves stock and coupons. */
const purchases: readonly ((shopper: Shopper, kinds: readonly CardKind[]) => Promise<readonly Answer[]>)[] = [
  (shopper, kinds) => buyByDrawdown(shopper, kinds),
  (shopper, kinds) => buyByDrawdown(shopper, kinds.toReversed(), countedCoupon),
  buyFromOwnCart,
  (shopper, kinds) => buyFromOwnCart(shopper, kinds.toReversed()),
  (shopper, kinds) => buyCartByDrawdown(shopper, kinds, countedCoupon),
  (shopper, kinds) => buyByDrawdown(shopper, kinds, countedCoupon),
]

/** The number of customers that `runOppositePurchases` needs. */
export const purchasers = purchases.length

/**
 * Starts one customer for each way to buy. All of them repeatedly buy the same two kinds at the same time, some with the same
 * coupon. The customers are spread over the servers. Returns the operation and status of each failure.
 */
export async function runOppositePurchases(baseUrls: readonly string[], rounds: number): Promise<string[]> {
  const shoppers = await Promise.all(
    purchases.map((_, index) => openShopper(baseUrls[index % baseUrls.length] ?? '', index + 1)),
  )
  const kinds = commonKinds.slice(0, 2)
  const failures: string[] = []
  const buyAgainAndAgain = async (shopper: Shopper, index: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      for (const { operationId, status } of (await purchases[index]?.(shopper, kinds)) ?? [])
        if (status >= 300) failures.push(`${operationId} ${status}`)
    }
  }
  await Promise.all(shoppers.map(buyAgainAndAgain))
  return failures
}
