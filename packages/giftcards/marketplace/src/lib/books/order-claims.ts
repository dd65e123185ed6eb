import type { Coupon } from '../model/coupon.ts'
import type { Order } from '../model/order.ts'
import type { PendingPayment } from '../model/payment.ts'

/** What orders and pending payments say of the rest of the books. */
export interface OrderClaims {
  /** Money that orders hold, in cents, by customer. */
  readonly heldCents: Map<number, number>
  /** Amounts of ledger rows by their descriptions, by customer. */
  readonly ledger: Map<number, Map<string, number>>
  /** Uses of coupons, by order. */
  readonly couponUses: Map<
    number,
    { readonly couponId: number; readonly customerId: number; readonly by: string }
  >
  readonly coupons: Map<number, Coupon>
  /** Who has a wallet card, by its id. */
  readonly cards: Map<number, string>
  /** Sentences about cards that two have. */
  readonly broken: string[]
}

/** No claims yet. */
export function createClaims(): OrderClaims {
  return {
    heldCents: new Map(),
    ledger: new Map(),
    couponUses: new Map(),
    coupons: new Map(),
    cards: new Map(),
    broken: [],
  }
}

/** Adds what an order claims. */
export function claimForOrder(claims: OrderClaims, order: Order): void {
  const { id, customerId, hold, dueCents } = order
  const by = `Order ${id}`
  claimCards(claims, by, order)
  if (order.status !== 'Canceled') claimCouponUse(claims, by, order)
  if (hold === 'pending') {
    claims.heldCents.set(customerId, (claims.heldCents.get(customerId) ?? 0) + dueCents)
  }
  const rows = claims.ledger.get(customerId) ?? new Map<string, number>()
  claims.ledger.set(customerId, rows)
  if (hold === 'captured' || hold === 'refunded') rows.set(`Order #${id}`, 0 - dueCents)
  if (hold === 'refunded') rows.set(`Refund for order #${id}`, dueCents)
}

/** Adds what a pending payment claims. */
export function claimForPayment(claims: OrderClaims, { reference, order }: PendingPayment): void {
  claimCards(claims, `Payment ${reference}`, order)
  claimCouponUse(claims, `Payment ${reference}`, order)
}

function claimCards(claims: OrderClaims, by: string, { units }: Pick<Order, 'units'>): void {
  for (const { id } of units) {
    const other = claims.cards.get(id)
    if (other !== undefined) claims.broken.push(`Wallet card ${id} is of ${other} and of ${by}`)
    claims.cards.set(id, by)
  }
}

function claimCouponUse(
  { couponUses, coupons }: OrderClaims,
  by: string,
  { id, customerId, coupon }: Pick<Order, 'id' | 'customerId' | 'coupon'>,
): void {
  if (coupon === null) return
  couponUses.set(id, { couponId: coupon.coupon.id, customerId, by })
  coupons.set(coupon.coupon.id, coupon.coupon)
}
