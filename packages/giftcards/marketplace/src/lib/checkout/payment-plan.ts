import { type PaymentMethod, paymentMethods } from '../model/order.ts'
import type { SavedPaymentMethod } from '../model/customer.ts'
import type { StoreReader } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import type { CardsCheckout } from './checkout-request.ts'

/** How a checkout will be paid: the method, and the saved methods it draws on, in the order they are tried. */
export interface PaymentPlan {
  readonly method: PaymentMethod
  readonly legs: readonly SavedPaymentMethod[]
}

const legKinds = {
  ACH: ['bank'],
  CREDITCARD: ['card'],
  ACH_CREDITCARD: ['bank', 'card'],
  STORE_CREDIT: [],
  DRAWDOWN_ACCOUNT: [],
} as const satisfies Record<PaymentMethod, readonly SavedPaymentMethod['kind'][]>

const needsBilling: readonly PaymentMethod[] = ['CREDITCARD', 'ACH_CREDITCARD', 'STORE_CREDIT']

/** Why a payment cannot be planned. */
export type PaymentPlanObjection =
  | 'payment_method_invalid'
  | 'billing_details_missing'
  | 'payment_details_missing'
  | 'payment_method_not_found'

/** Reads the payment of shape A: method, details, billing address, saved methods, in this order (spec 2.7, 4.6). */
export async function planPayment(
  tx: StoreReader,
  customerId: number,
  request: CardsCheckout,
): Promise<Outcome<PaymentPlan, PaymentPlanObjection>> {
  const method = paymentMethods.find((known) => known === request.method)
  if (method === undefined) return refused('payment_method_invalid')
  if (needsBilling.includes(method) && !request.hasBilling) return refused('billing_details_missing')
  const kinds = legKinds[method]
  if (kinds.some((kind) => idOf(request, kind) === undefined)) return refused('payment_details_missing')
  const legs: SavedPaymentMethod[] = []
  for (const kind of kinds) {
    const id = idOf(request, kind)
    const saved = id === undefined ? undefined : await tx.findPaymentMethod(customerId, id)
    if (saved?.kind !== kind) return refused('payment_method_not_found')
    legs.push(saved)
  }
  return done({ method, legs })
}

function idOf(request: CardsCheckout, kind: SavedPaymentMethod['kind']): number | undefined {
  return kind === 'bank' ? request.bankId : request.cardId
}
