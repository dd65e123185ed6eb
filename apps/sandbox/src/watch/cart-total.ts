import { toCents } from '@giftcards/client'
import type { LiveCart } from './sandbox-data.ts'

/** The price of all cards of a cart, less the coupon, in dollars; summed in cents. */
export function cartTotal({ cards, couponData }: LiveCart['cart']): number {
  const cents = cards.reduce((total, { cost, quantity }) => total + toCents(cost) * quantity, 0)
  return (cents - toCents(couponData?.discount ?? 0)) / 100
}
