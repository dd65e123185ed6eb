import type { Order, PendingPayment, StoreTransaction } from '@giftcards/marketplace'
import {
  address,
  noon,
  plentiful,
  sampleCart,
  sampleData,
  sampleLine,
  sampleUnit,
} from '../suite/sample-data.ts'

const units = (first: number, secrets: string | null) =>
  [91, 92].map((paymentShareCents, index) =>
    sampleUnit(first + index, {
      couponShareCents: 0,
      paymentShareCents,
      fulfilledAt: secrets === null ? null : noon,
      sealedSecrets: secrets,
    }),
  )
const amounts = { orderTotalCents: 9150, faceValueCents: 10_000, dueCents: 8967, coupon: null }

/** Whether the cards were fulfilled is the caller's choice, so that a plan is left or not. */
export function soundOrder(id: number, firstCard: number, secrets: string | null = null): Order {
  return {
    id,
    orderId: `order-${id}`,
    customerId: 1,
    purchasedAt: noon,
    status: secrets === null ? 'Processing' : 'Digitally Delivered',
    ...amounts,
    payment: { method: 'ACH', paidBy: 'bank', accountNumber: '****6789', routingNumber: '****4321' },
    shipping: address,
    units: units(firstCard, secrets),
    plan: secrets === null ? [{ at: noon + 1000, do: 'deliver-digital' }] : [],
    hold: 'none',
  }
}

const payment: PendingPayment = {
  reference: 'order:order-100003',
  customerId: 1,
  order: {
    id: 100_003,
    orderId: 'order-100003',
    customerId: 1,
    ...amounts,
    shipping: address,
    units: units(505, null),
    method: 'ACH',
    fulfillment: 'standard',
    drawn: null,
  },
  legs: [{ customerId: 1, id: 7001, kind: 'bank', accountNumber: '****6789', routingNumber: '****4321' }],
  idempotency: null,
  startedAt: noon,
  leaseUntil: noon,
}

/** Two orders, a cart, a ledger and a pending payment, all valid. */
export async function writeSoundBooks(tx: StoreTransaction): Promise<void> {
  await tx.seed(sampleData)
  await tx.nextNumbers(['order'], 3)
  await tx.nextNumbers(['card'], 6)
  await tx.nextNumbers(['internalCard'], 513)
  await tx.insertOrder(soundOrder(100_001, 501, 'sealed-text'))
  await tx.insertOrder(soundOrder(100_002, 503))
  const [step] = soundOrder(100_002, 503).plan
  const task = { kind: 'order-step', orderId: 100_002 } as const
  await tx.insertJob({ id: `order-step/100002/${step?.at}`, task, dueAt: noon + 1000 })
  await tx.insertSecureRead({ cardId: 501, customerId: 1, at: noon })
  await tx.insertCart(sampleCart())
  await tx.putCartLine('cart-1', sampleLine())
  await tx.insertPayment(payment)
  await tx.reserveStock(plentiful, 4)
}
