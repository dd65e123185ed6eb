import type { Store } from '../ports/store.ts'

/** The result of what an operator asked for: its value, or why it was refused, in one sentence for the operator. */
export type OperatorOutcome<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'refused'; readonly reason: string }

/** Returns the outcome of what changed nothing, and why. */
export function objection(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason }
}

/** A store whose audit log names the operator who asked for each change. */
export function asOperator(store: Store, operator: string): Store {
  return {
    ...store,
    transaction: (work, keep) =>
      store.transaction((tx) => {
        tx.nameOperator(operator)
        return work(tx)
      }, keep),
  }
}

/** A store that does everything but keep it: what is asked of it comes out as it would, and nothing is changed. */
export function rehearsal(store: Store): Store {
  return { ...store, transaction: (work) => store.transaction(work, () => false) }
}

/** Whether to commit: what is refused must change nothing. */
export const isAccepted = (outcome: OperatorOutcome<unknown>): boolean => outcome.kind === 'done'
