import type { MarketplaceDeps } from '../deps.ts'

/** A process that dies, and when it has. */
export interface MortalProcess {
  readonly deps: MarketplaceDeps
  readonly died: Promise<'died'>
}

/**
 * A process that dies after so many moments: one passes before each call of the store or the gateway, and one after it.
 * Whatever it calls once it is dead is neither done nor answered.
 */
export function createMortalProcess(deps: MarketplaceDeps, moments: number): MortalProcess {
  const { promise: died, resolve } = Promise.withResolvers<'died'>()
  let left = moments
  const live = async (): Promise<void> => {
    left -= 1
    if (left >= 0) return
    resolve('died')
    await new Promise<never>(() => {})
  }
  const call = async <T>(work: () => Promise<T>): Promise<T> => {
    await live()
    try {
      return await work()
    } finally {
      await live()
    }
  }
  const { store, gateway } = deps
  return {
    died,
    deps: {
      ...deps,
      store: {
        ...store,
        transaction: (work, keep) => call(() => store.transaction(work, keep)),
        read: (work) => call(() => store.read(work)),
        ask: (question) => call(() => store.ask(question)),
        findAccess: (appId, customerId) => call(() => store.findAccess(appId, customerId)),
      },
      gateway: {
        charge: (charge) => call(() => gateway.charge(charge)),
        cancel: (reference) => call(() => gateway.cancel(reference)),
        refund: (refund) => call(() => gateway.refund(refund)),
        find: (reference) => call(() => gateway.find(reference)),
      },
    },
  }
}
