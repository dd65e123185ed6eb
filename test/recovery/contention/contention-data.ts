import type { SeedData } from '@giftcards/marketplace'
import { publishedData } from '@giftcards/server'
import { storyAddress } from '@giftcards/test-harness'

/** A kind of card in the terms of a request. */
export interface CardKind {
  readonly merchantId: number
  readonly faceValue: number
  readonly percentOff: number
  readonly type: 'ecode'
}

const kindOf = (merchantId: number, faceValue: number): CardKind => ({
  merchantId,
  faceValue,
  percentOff: 5,
  type: 'ecode',
})

/** Kinds of cards in large supply, each in its own stock row. */
export const commonKinds: readonly CardKind[] = Array.from({ length: 200 }, (_, index) =>
  kindOf(101, index + 1),
)

/** Separate stock rows for the buyers that would otherwise want the scarce card. */
export const spareKinds: readonly CardKind[] = Array.from({ length: 200 }, (_, index) =>
  kindOf(102, index + 1),
)

/** The scarce kind of card that all collectors want. */
export const scarceKind = kindOf(103, 30)

/** The number of cards of the scarce kind. */
export const scarceCards = 3

/** A coupon that counts its uses and has plenty of them. */
export const countedCoupon = 'COUNTED'

/** Returns the email of a customer, numbered from 1. Every customer has a drawdown account. */
export const emailOf = (customer: number): string => `customer-${customer}@example.com`

const plentyCents = 1_000_000_000
const plentyCards = 1_000_000
const fundedAt = Date.UTC(2026, 0, 1)

/** Returns a shop with this many customers. Each one has money, saved methods and a drawdown account. */
export function contentionData(customers: number): SeedData {
  const [model] = publishedData.customers
  if (model === undefined) throw new Error('The published data has no customer')
  const ids = Array.from({ length: customers }, (_, index) => index + 1)
  const methods = publishedData.paymentMethods.filter(({ customerId }) => customerId === model.id)
  const [coupon] = publishedData.coupons
  if (coupon === undefined) throw new Error('The published data has no coupon')
  return {
    ...publishedData,
    coupons: [{ ...coupon, code: countedCoupon, usesInTotal: 1_000_000 }],
    customers: ids.map((id) => ({ ...model, id, email: emailOf(id), isElite: true, address: storyAddress })),
    paymentMethods: ids.flatMap((customerId) => methods.map((method) => ({ ...method, customerId }))),
    stock: [...commonKinds, ...spareKinds, scarceKind].map(({ merchantId, faceValue, percentOff, type }) => ({
      merchantId,
      type,
      faceValueCents: faceValue * 100,
      percentOffBps: percentOff * 100,
      isLowRisk: false,
      onHand: merchantId === scarceKind.merchantId ? scarceCards : plentyCards,
    })),
    drawdownAccounts: ids.map((customerId) => ({
      customerId,
      balanceCents: plentyCents,
      pendingCents: 0,
      isActive: true,
    })),
    drawdownTransactions: ids.map((customerId) => ({
      customerId,
      at: fundedAt,
      type: 'Deposit',
      amountCents: plentyCents,
      balanceCents: plentyCents,
      description: 'Account funded',
    })),
  }
}
