import { findOwnCart } from '../carts/carts.ts'
import { couponDiscount } from '../coupons/coupon-discount.ts'
import { findNamedCoupon, throttleCoupons } from '../coupons/coupons.ts'
import { findLoggedInCustomer } from '../customers/login.ts'
import type { Customer, CustomerCaller, SavedPaymentMethod } from '../model/accounts.ts'
import { cardCount, type Cart } from '../model/cart.ts'
import type { Coupon } from '../model/coupon.ts'
import type { DrawdownAccount } from '../model/ledger.ts'
import { type PaymentMethod, paymentMethods } from '../model/order.ts'
import type { StoreReader, StoreTransaction } from '../ports/store.ts'
import { done, type Outcome, refused } from '../refusal.ts'
import { settings } from '../settings.ts'
import type {
  CardsCheckout,
  CartCheckout,
  CheckoutLine,
  CheckoutRequest,
  EarlyRefusalKind,
} from './checkout-request.ts'

/** A checkout that has passed every check that needs no reserved card. */
export interface JudgedCheckout extends Payer {
  readonly plan: PaymentPlan
  /** The coupon, still to be checked against the reserved cards; `null`: none. */
  readonly coupon: Coupon | null
  readonly cards: CardsToReserve
}

/** The customer who pays. */
interface Payer {
  readonly customer: Customer
  /** The drawdown account that pays; `null` for other methods. */
  readonly drawdown: DrawdownAccount | null
}

/** The cards of a checkout: those listed in shape A, or the cart of shape B. */
export type CardsToReserve =
  | { readonly kind: 'lines'; readonly lines: readonly CheckoutLine[] }
  | { readonly kind: 'cart'; readonly cart: Cart }

/** The payment of a checkout: its method, and the saved methods in the order in which they are charged. */
export interface PaymentPlan {
  readonly method: PaymentMethod
  readonly legs: readonly SavedPaymentMethod[]
}

/**
 * Runs every check that needs no reserved card, in the decided order. Shape A: the payment, the number of cards, the drawdown
 * account, the coupon.
 */
export async function judgeCheckout(
  tx: StoreTransaction,
  caller: CustomerCaller,
  request: CheckoutRequest,
  now: number,
): Promise<Outcome<JudgedCheckout, EarlyRefusalKind>> {
  if (request.shape === 'cart') return judgeCartCheckout(tx, caller, request, now)
  const plan = await planPayment(tx, caller.customerId, request)
  if (plan.kind === 'refused') return plan
  if (cardCount(request.lines) > settings.maxCards) return refused('too_many_cards')
  const payer =
    plan.value.method === 'DRAWDOWN_ACCOUNT'
      ? await findDrawdownPayer(tx, caller)
      : done({ customer: await findLoggedInCustomer(tx, caller), drawdown: null })
  if (payer.kind === 'refused') return payer
  const coupon = await findRequestedCoupon(tx, caller, request.couponCode, now)
  if (coupon.kind === 'refused') return coupon
  const cards = { kind: 'lines', lines: request.lines } as const
  return done({ ...payer.value, plan: plan.value, coupon: coupon.value, cards })
}

/** Shape B: the drawdown account, then the cart. */
async function judgeCartCheckout(
  tx: StoreTransaction,
  caller: CustomerCaller,
  request: CartCheckout,
  now: number,
): Promise<Outcome<JudgedCheckout, EarlyRefusalKind>> {
  const [payer, cart] = await Promise.all([
    findDrawdownPayer(tx, caller),
    findOwnCart(tx, caller, request.cartId, now),
  ])
  if (payer.kind === 'refused') return payer
  if (cart === undefined) return refused('cart_not_found')
  const plan = { method: 'DRAWDOWN_ACCOUNT', legs: [] } as const
  const coupon = await findCartCoupon(tx, cart)
  return done({ ...payer.value, plan, coupon, cards: { kind: 'cart', cart } })
}

const legKinds = {
  ACH: ['bank'],
  CREDITCARD: ['card'],
  ACH_CREDITCARD: ['bank', 'card'],
  STORE_CREDIT: [],
  DRAWDOWN_ACCOUNT: [],
} as const satisfies Record<PaymentMethod, readonly SavedPaymentMethod['kind'][]>

const needsBilling: readonly PaymentMethod[] = ['CREDITCARD', 'ACH_CREDITCARD', 'STORE_CREDIT']

/** Reads the payment of shape A: method, details, billing address, saved methods, in this order (spec 2.7, 4.6). */
async function planPayment(
  tx: StoreReader,
  customerId: number,
  request: CardsCheckout,
): Promise<Outcome<PaymentPlan, EarlyRefusalKind>> {
  const method = paymentMethods.find((known) => known === request.method)
  if (method === undefined) return refused('payment_method_invalid')
  if (needsBilling.includes(method) && !request.hasBilling) return refused('billing_details_missing')
  const ids = { bank: request.bankId, card: request.cardId }
  const kinds = legKinds[method]
  if (kinds.some((kind) => ids[kind] === undefined)) return refused('payment_details_missing')
  const legs: SavedPaymentMethod[] = []
  for (const kind of kinds) {
    const id = ids[kind]
    const saved = id === undefined ? undefined : await tx.findPaymentMethod(customerId, id)
    if (saved?.kind !== kind) return refused('payment_method_not_found')
    legs.push(saved)
  }
  return done({ method, legs })
}

/** Finds the caller's customer and account in one step, and checks whether they may pay by drawdown (spec 4.6). */
async function findDrawdownPayer(
  tx: StoreReader,
  caller: CustomerCaller,
): Promise<Outcome<Payer, EarlyRefusalKind>> {
  const [customer, drawdown] = await Promise.all([
    findLoggedInCustomer(tx, caller),
    tx.findDrawdownAccount(caller.customerId),
  ])
  if (!customer.isElite || drawdown === undefined) return refused('drawdown_not_authorized')
  if (!drawdown.isActive) return refused('drawdown_inactive')
  if (customer.address === null || customer.phone === null) return refused('customer_details_required')
  return done({ customer, drawdown })
}

/** Finds the coupon that a request names; `null` if it names none. */
async function findRequestedCoupon(
  tx: StoreTransaction,
  caller: CustomerCaller,
  code: string | undefined,
  now: number,
): Promise<Outcome<Coupon | null, EarlyRefusalKind>> {
  if (code === undefined) return done(null)
  const throttled = await throttleCoupons(tx, caller, now)
  if (throttled !== undefined) return throttled
  const coupon = await findNamedCoupon(tx, caller, code, now)
  return coupon === undefined ? refused('coupon_not_found') : done(coupon)
}

/** Finds the cart's coupon if it still gives a discount. If not, the cart has already shown a warning. */
async function findCartCoupon(tx: StoreTransaction, cart: Cart): Promise<Coupon | null> {
  const coupon = cart.couponCode === null ? undefined : await tx.findCoupon(cart.couponCode)
  return coupon !== undefined && couponDiscount(coupon, cart.lines).discountCents > 0 ? coupon : null
}
