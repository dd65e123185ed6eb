import type { TokenSubject } from './token-subject.ts'

/** What a token was found to say once its signature and claims had been checked. */
export interface VerifiedToken extends TokenSubject {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Tokens that were verified: neither their signature nor what they say can change any more, only the time. */
export interface VerifiedTokens {
  find(token: string): VerifiedToken | undefined
  add(token: string, verified: VerifiedToken): void
}

/** Keeps the tokens used last, at most `size`, in memory; 10,000 by default, which take about 10 MB. */
export function createVerifiedTokens(size = 10_000): VerifiedTokens {
  const kept = new Map<string, VerifiedToken>()
  return {
    find: (token) => kept.get(token),
    add(token, verified) {
      kept.set(token, verified)
      // A map keeps the order of insertion: the first one is the oldest, and the next to expire.
      const [oldest] = kept.keys()
      if (kept.size > size && oldest !== undefined) kept.delete(oldest)
    },
  }
}
