import type { Wire } from '@giftcards/contract'
import { toDollars, type WalletCard } from '@giftcards/marketplace'

/** A wallet card, masked (spec 2.9). */
export function toWalletCard(card: WalletCard): Wire.components['schemas']['WalletCard'] {
  const { unit, order, merchant } = card
  return {
    id: unit.id,
    internalCardId: unit.internalCardId,
    merchant: {
      id: merchant.id,
      name: merchant.name,
      balanceCheckLink: merchant.balanceCheckLink,
      color: merchant.color,
      description: merchant.description,
      buyMessage: merchant.buyMessage,
      image: merchant.image,
      barcode: { format: merchant.barcodeFormat, contents: card.barcodeContents },
    },
    order: {
      id: order.orderId,
      orderNum: order.id,
      datePurchased: new Date(order.purchasedAt).toISOString(),
    },
    amount: {
      balance: toDollars(unit.faceValueCents),
      cost: toDollars(unit.unitCostCents),
      currentBalance: toDollars(unit.currentBalanceCents),
    },
    discounts: {
      coupon: unit.couponShareCents > 0,
      paymentMethodDiscount: toDollars(unit.paymentShareCents),
    },
    type: unit.type,
    number: card.maskedNumber,
    pin: card.maskedPin,
    prefix: merchant.barcodePrefix,
    status: unit.currentBalanceCents === 0 ? 'spent' : 'active',
    numberIsMasked: true,
    canNGCBalanceInquiry: merchant.canBalanceInquiry,
    claims: [],
  }
}
