import type { Wire } from '@giftcards/contract'
import { type AppliedCoupon, type CartView, toDollars } from '@giftcards/marketplace'

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

/** An applied coupon (spec 2.5). `totalAmount` is percent for `P`, else dollars: both are hundredths inside. */
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
