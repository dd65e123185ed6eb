import { formatCount } from '../format/count.ts'
import type { Change } from './change.ts'
import type { LiveCart, Snapshot } from './sandbox-data.ts'

type Carts = Pick<Snapshot, 'carts' | 'cartCount'>

/**
 * Carts that were added, changed or removed. If there are more carts than listed, only the changes are
 * reported.
 */
export function describeCarts(before: Carts, after: Carts): readonly Change[] {
  const known = new Map(before.carts.map((live) => [live.cart.cartId, live]))
  const left = new Set(after.carts.map((live) => live.cart.cartId))
  const isComplete = [before, after].every(({ carts, cartCount }) => carts.length === cartCount)
  const gone = before.carts.filter((live) => isComplete && !left.has(live.cart.cartId))
  const texts = [
    ...after.carts.flatMap((live) => {
      const earlier = known.get(live.cart.cartId)
      if (earlier !== undefined) return describeChange(earlier, live)
      return isComplete ? [`New cart of ${ownerOf(live)}: ${formatCount(cartCardCount(live), 'card')}`] : []
    }),
    ...gone.map((live) => `The cart of ${ownerOf(live)} is gone`),
  ]
  return texts.map((text) => ({ text, tone: 'plain' }))
}

function describeChange(before: LiveCart, after: LiveCart): readonly string[] {
  const cart = `The cart of ${ownerOf(after)}`
  const coupon = after.cart.couponData?.coupon
  return [
    ...(before.customer === after.customer ? [] : [`${cart} was that of ${ownerOf(before)}`]),
    ...(cartCardCount(before) === cartCardCount(after)
      ? []
      : [`${cart} holds ${formatCount(cartCardCount(after), 'card')}`]),
    ...(before.cart.couponData?.coupon === coupon
      ? []
      : [coupon === undefined ? `${cart} no longer has a coupon` : `${cart} has the coupon ${coupon}`]),
  ]
}

/** The owner of a cart, as text. */
export function ownerOf({ customer }: LiveCart): string {
  return customer ?? 'an anonymous session'
}

/** The number of cards in a cart. */
export function cartCardCount({ cart }: LiveCart): number {
  return cart.cards.reduce((total, { quantity }) => total + quantity, 0)
}
