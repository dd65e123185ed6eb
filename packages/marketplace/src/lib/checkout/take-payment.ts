import type { MarketplaceDeps } from '../deps.ts'
import type { Customer } from '../model/customer.ts'
import type { Order, OrderPayment } from '../model/order.ts'
import type { PaymentAnswer } from '../ports/collaborators.ts'
import type { StoreTransaction } from '../ports/store.ts'
import { type Outcome, done, refused } from '../refusal.ts'
import type { PaymentPlan } from './payment-plan.ts'

/** Money that was taken or held. */
export interface PaymentTaken {
  readonly payment: OrderPayment
  readonly hold: Order['hold']
  /** A bank that accepted may take the money back after this long. */
  readonly returnedAfterMs?: number
}

/** Takes or holds what is due: all of it, or a refusal (spec 4.6). */
export function takePayment(
  tx: StoreTransaction,
  gateway: MarketplaceDeps['gateway'],
  customer: Customer,
  plan: PaymentPlan,
  dueCents: number,
  reference: string,
): Promise<Outcome<PaymentTaken>> {
  switch (plan.method) {
    case 'DRAWDOWN_ACCOUNT':
      return holdDrawdown(tx, customer, dueCents)
    case 'STORE_CREDIT':
      return takeStoreCredit(tx, customer, dueCents)
    case 'ACH':
    case 'CREDITCARD':
    case 'ACH_CREDITCARD':
      return charge(gateway, customer, plan, dueCents, reference)
  }
}

async function holdDrawdown(
  tx: StoreTransaction,
  customer: Customer,
  dueCents: number,
): Promise<Outcome<PaymentTaken>> {
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
  dueCents: number,
): Promise<Outcome<PaymentTaken>> {
  if (customer.storeCreditCents < dueCents) return refused('payment_declined')
  await tx.updateCustomer(customer.id, { storeCreditCents: customer.storeCreditCents - dueCents })
  return done({ payment: withoutNumbers('STORE_CREDIT', 'store-credit'), hold: 'none' })
}

/** Tries each saved method in turn: bank first, then the backup card (spec 4.5). Nothing due needs no charge. */
async function charge(
  gateway: MarketplaceDeps['gateway'],
  customer: Customer,
  plan: PaymentPlan,
  amountCents: number,
  reference: string,
): Promise<Outcome<PaymentTaken>> {
  for (const leg of plan.legs) {
    const answer: PaymentAnswer =
      amountCents === 0
        ? { kind: 'accepted' }
        : await gateway.charge({
            kind: leg.kind,
            customerId: customer.id,
            methodId: leg.id,
            amountCents,
            reference,
          })
    if (answer.kind === 'refused') continue
    const payment: OrderPayment = {
      method: plan.method,
      paidBy: leg.kind,
      accountNumber: leg.accountNumber,
      routingNumber: leg.routingNumber,
    }
    const { returnedAfterMs } = answer
    return done({ payment, hold: 'none', ...(returnedAfterMs === undefined ? {} : { returnedAfterMs }) })
  }
  return refused('payment_declined')
}

function withoutNumbers(method: OrderPayment['method'], paidBy: OrderPayment['paidBy']): OrderPayment {
  return { method, paidBy, accountNumber: null, routingNumber: null }
}
