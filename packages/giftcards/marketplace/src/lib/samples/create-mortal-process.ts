import type { MarketplaceDeps } from '../ports/deps.ts'

/** A process that dies, and a promise of its death. */
export interface MortalProcess {
  readonly deps: MarketplaceDeps
  /** Resolves once it is dead and the store has ended every call that it had started. */
  readonly died: Promise<'died'>
}

/**
 * A process that dies after a number of moments. One moment passes before each call of the store, the gateway or the issuer, and
 * one after it. After its death, calls have no effect and never resolve.
 */
export function createMortalProcess(deps: MarketplaceDeps, moments: number): MortalProcess {
  const { promise: died, resolve } = Promise.withResolvers<'died'>()
  let left = moments
  let storeCalls = 0
  const live = async (): Promise<void> => {
    left -= 1
    if (left >= 0) return
    if (storeCalls === 0) resolve('died')
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
  const ending = async <T>(work: () => Promise<T>): Promise<T> => {
    storeCalls += 1
    try {
      return await work()
    } finally {
      storeCalls -= 1
      if (left < 0 && storeCalls === 0) resolve('died')
    }
  }
  const mortal = <Port extends object>(port: Port, around: typeof call = (work) => work()): Port =>
    new Proxy(port, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return (...values: unknown[]) =>
          call(() => around(() => Reflect.apply(member, target, values) as Promise<unknown>))
      },
    })
  const { store, gateway, issuer } = deps
  return {
    died,
    deps: { ...deps, store: mortal(store, ending), gateway: mortal(gateway), issuer: mortal(issuer) },
  }
}
