import type { Store } from '../ports/store.ts'

/** The outcome of an operator's command: its value, or a sentence with the reason of the refusal. */
export type OperatorOutcome<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'refused'; readonly reason: string }

/** Returns the outcome of a command that was refused. */
export function objection(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason }
}

/** A store whose audit log names the operator of each change. */
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

/** A store for dry runs: each transaction has its usual result, then is rolled back. */
export function rehearsal(store: Store): Store {
  return { ...store, transaction: (work) => store.transaction(work, () => false) }
}

/** Whether to commit: a refused command must change nothing. */
export const isAccepted = (outcome: OperatorOutcome<unknown>): boolean => outcome.kind === 'done'
