import type { StoreTransaction } from '../ports/store.ts'
import type { MemoryState } from './memory-state.ts'

type PaymentWriter = Pick<StoreTransaction, 'insertPayment' | 'leasePayment' | 'deletePayment'>

/** Changes the pending payments of a state; one per customer. */
export function createMemoryPayments({ customers, payments }: MemoryState): PaymentWriter {
  return {
    async insertPayment(payment) {
      if (payments.has(payment.reference)) throw new Error(`Payment exists: ${payment.reference}`)
      if (!customers.has(payment.customerId)) throw new Error(`No such customer: ${payment.customerId}`)
      if (payments.values().some((each) => each.customerId === payment.customerId))
        throw new Error(`Customer ${payment.customerId} already has a pending payment`)
      payments.set(payment.reference, payment)
    },
    async leasePayment(reference, leaseUntil) {
      const payment = payments.get(reference)
      if (payment === undefined) throw new Error(`No such payment: ${reference}`)
      payments.set(reference, { ...payment, leaseUntil })
    },
    async deletePayment(reference) {
      payments.delete(reference)
    },
  }
}
