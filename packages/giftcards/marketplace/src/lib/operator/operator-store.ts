import type { Store, StoreTransaction } from '../ports/store.ts'

/** The outcome of an operator's command: its value, or a sentence with the reason of the refusal. */
export type OperatorOutcome<Value> =
  { readonly kind: 'done'; readonly value: Value } | { readonly kind: 'refused'; readonly reason: string }

/** Returns a refusal with its reason. */
export function objection(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason }
}

/** A store whose audit log names the operator of each change. */
export function asOperator(store: Store, operator: string): Store {
  return {
    ...store,
    transaction: (work) =>
      store.transaction((tx) => {
        tx.nameOperator(operator)
        return work(tx)
      }),
  }
}

/** Returns a store for dry runs: each transaction has its usual result, but is rolled back. */
export function dryRun(store: Store): Store {
  return {
    ...store,
    async transaction<T>(work: (tx: StoreTransaction) => Promise<T>): Promise<T> {
      const ended = new Error('A dry run has ended')
      let outcome: { readonly result: T } | undefined
      try {
        await store.transaction(async (tx) => {
          outcome = { result: await work(tx) }
          throw ended
        })
      } catch (error) {
        if (error !== ended) throw error
      }
      if (outcome === undefined) throw ended
      return outcome.result
    },
  }
}
