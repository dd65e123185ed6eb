import type { Customer } from '../model/customer.ts'
import type { Order, OrderPayment } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import { changeStoreCredit } from '../store-credit.ts'
import { payByLeg } from './pay-by-leg.ts'
import type { PaymentPlan } from './payment-plan.ts'

/** Money that was taken or held. */
export interface PaymentTaken {
  readonly payment: OrderPayment
  readonly hold: Order['hold']
  /** A bank that accepted may take the money back after this long. */
  readonly returnedAfterMs?: number
}

/**
 * Takes or holds what is due without a gateway: all of it, or a refusal (spec 4.6). Of a plan with saved methods nothing
 * may be due.
 */
export async function takeAtOnce(
  tx: StoreTransaction,
  customer: Customer,
  { method, legs }: PaymentPlan,
  order: Pick<Order, 'id' | 'dueCents'>,
  now: number,
): Promise<Outcome<PaymentTaken, 'drawdown_insufficient' | 'payment_declined'>> {
  if (method === 'DRAWDOWN_ACCOUNT') return holdDrawdown(tx, customer, order.dueCents)
  if (method === 'STORE_CREDIT') return takeStoreCredit(tx, customer, order, now)
  return done({ payment: payByLeg(method, legs, 0), hold: 'none' })
}

async function holdDrawdown(
  tx: StoreTransaction,
  customer: Customer,
  dueCents: number,
): Promise<Outcome<PaymentTaken, 'drawdown_insufficient'>> {
  const account = await tx.findDrawdownAccount(customer.id)
  if (account === undefined || account.balanceCents - account.pendingCents < dueCents) {
    return refused('drawdown_insufficient')
  }
  await tx.putDrawdownAccount({ ...account, pendingCents: account.pendingCents + dueCents })
  return done({ payment: withoutNumbers('DRAWDOWN_ACCOUNT', 'drawdown'), hold: 'pending' })
}

async function takeStoreCredit(
  tx: StoreTransaction,
  customer: Customer,
  { id, dueCents }: Pick<Order, 'id' | 'dueCents'>,
  now: number,
): Promise<Outcome<PaymentTaken, 'payment_declined'>> {
  if (customer.storeCreditCents < dueCents) return refused('payment_declined')
  await changeStoreCredit(tx, customer, {
    at: now,
    type: 'Purchase',
    amountCents: 0 - dueCents,
    description: `Order #${id}`,
    orderId: id,
  })
  return done({ payment: withoutNumbers('STORE_CREDIT', 'store-credit'), hold: 'none' })
}

function withoutNumbers(method: OrderPayment['method'], paidBy: OrderPayment['paidBy']): OrderPayment {
  return { method, paidBy, accountNumber: null, routingNumber: null }
}
