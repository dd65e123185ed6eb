import type { Order } from '../model/order.ts'
import { type Outcome, type RefusalKind, refused } from '../refusal.ts'

/** One attempt to check out; from the reservation on it counts as executed, and its outcome is kept for replays. */
export type Attempt = Outcome<Order> & { readonly wasExecuted: boolean }

/** A refusal before the reservation. */
export function notExecuted(kind: RefusalKind): Attempt {
  return { ...refused(kind), wasExecuted: false }
}

/** A refusal from the reservation on. */
export function executed(kind: RefusalKind): Attempt {
  return { ...refused(kind), wasExecuted: true }
}
