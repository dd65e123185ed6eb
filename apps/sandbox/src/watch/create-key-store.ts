const name = 'sandbox-key'

/** The storage of the key. */
export interface KeyStore {
  get(): string | undefined
  set(key: string): void
}

/** Keeps the key in the storage of this tab, so that a reload does not ask again; in memory if there is none. */
export function createKeyStore(getStorage: () => Pick<Storage, 'getItem' | 'setItem'>): KeyStore {
  let kept: string | undefined
  return {
    get() {
      try {
        return kept ?? getStorage().getItem(name) ?? undefined
      } catch {
        return kept
      }
    },
    set(key) {
      kept = key
      try {
        getStorage().setItem(name, key)
      } catch {
        // Without storage, the page asks again after a reload.
      }
    },
  }
}
