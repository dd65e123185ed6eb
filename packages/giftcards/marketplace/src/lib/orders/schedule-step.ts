import type { OrderStep } from '../model/order.ts'
import type { StoreTransaction } from '../ports/store.ts'

/** Leaves the next step of an order to a job, in the transaction that has planned it. */
export async function scheduleStep(
  tx: StoreTransaction,
  orderId: number,
  [next]: readonly OrderStep[],
): Promise<void> {
  if (next === undefined) return
  const task = { kind: 'order-step', orderId } as const
  await tx.insertJob({ id: jobOf(orderId, next), task, dueAt: next.at })
}

/** Ends the job of a step that has been taken, in the transaction that has taken it. */
export function endStep(tx: StoreTransaction, orderId: number, step: OrderStep): Promise<void> {
  return tx.endJob(jobOf(orderId, step), step.at)
}

const jobOf = (orderId: number, { at }: OrderStep): string => `order-step/${orderId}/${at}`
