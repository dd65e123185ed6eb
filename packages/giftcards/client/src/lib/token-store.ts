/** Where a client keeps its session token; give one to share a session between processes or to survive a restart. */
export interface TokenStore {
  /** The token, or nothing. A failure rejects the call that needs it. */
  get(): string | null | undefined | Promise<string | null | undefined>
  /** Keeps a token in place of the last. */
  set(token: string | undefined): void | Promise<void>
}

/** Keeps the token in memory. */
export function createMemoryTokenStore(): TokenStore {
  let held: string | undefined
  return {
    get: () => held,
    set(token) {
      held = token
    },
  }
}
