import type { Wire } from '@giftcards/contract'
import {
  type AdjustedCart,
  type AppliedCoupon,
  type CardsAdded,
  type CartView,
  toDollars,
} from '@giftcards/marketplace'
import { refusalCatalogue } from './refusal-catalogue.ts'

type Schemas = Wire.components['schemas']

/** A cart (spec 2.2, 2.3). */
export function toCart(cart: CartView): Schemas['Cart'] {
  return {
    cartId: cart.id,
    cards: cart.lines.map((line) => ({
      id: line.id,
      merchant: line.merchantId,
      merchantName: line.merchant.name,
      merchantImage: line.merchant.image,
      balance: toDollars(line.faceValueCents),
      cost: toDollars(line.unitCostCents),
      quantity: line.quantity,
      percentOff: toDollars(line.percentOffBps),
      type: line.type,
      isLowRisk: line.isLowRisk,
    })),
    couponData: cart.coupon && toCouponData(cart.coupon),
    ...(cart.warning === null ? {} : { warningMessage: cart.warning }),
  }
}

/** An applied coupon (spec 2.5). `totalAmount` is percent for `P`, else dollars; internally both are hundredths. */
export function toCouponData({ coupon, discountCents, usage, lines }: AppliedCoupon): Schemas['CouponData'] {
  return {
    id: coupon.id,
    type: coupon.type,
    coupon: coupon.code,
    totalAmount: toDollars(coupon.amount),
    discount: toDollars(discountCents),
    description: coupon.description,
    expires: coupon.expires,
    usage,
    cards: lines.map((line) => ({
      id: line.lineId,
      perCardDiscount: toDollars(line.perCardDiscountCents),
      discount: toDollars(line.discountCents),
    })),
  }
}

/** The response to add-to-cart: the cart alone, or with the result of each requested line (spec 4.4). */
export function toCardsAdded(cart: CartView, details: readonly CardsAdded[]): Schemas['AddCardsOutcome'] {
  const requested = details.reduce((sum, line) => sum + line.quantity, 0)
  const added = details.reduce((sum, line) => sum + line.added, 0)
  if (added === requested) return { cart: toCart(cart) }
  return { cart: toCart(cart), requested, added, details: details.map(toDetail) }
}

function toDetail(line: CardsAdded): Schemas['AddCardsDetail'] {
  return {
    merchantId: line.merchantId,
    value: toDollars(line.faceValueCents),
    type: line.type,
    percentOff: toDollars(line.percentOffBps),
    requested: line.quantity,
    added: line.added,
    ...(line.added < line.quantity ? { reason: refusalCatalogue.insufficient_inventory.message } : {}),
  }
}

/** The response to a quantity update: the bare cart, or on partial fulfillment the cart with the counts (spec 4.4). */
export function toQuantityAdjusted({
  cart,
  requested,
  added,
}: AdjustedCart): Schemas['AdjustQuantityOutcome'] {
  return added === requested ? toCart(cart) : { cart: toCart(cart), requested, added }
}
