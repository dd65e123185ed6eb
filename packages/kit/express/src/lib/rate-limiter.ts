import { MemoryStore } from 'express-rate-limit'
import type { Failure } from './answer.ts'
import type { Guard } from './guard.ts'
import type { RequestFacts } from './request-facts.ts'

/** A guard stage that counts, and the means to forget what it counted. */
export interface RateLimiter<Caller> {
  readonly guard: Guard<Caller>
  /** Forgets every count. */
  reset(): Promise<void>
  /** Ends its timer. */
  stop(): void
}

const WINDOW_MS = 60_000

/**
 * Limits requests per key in windows of one minute, in real time and in memory (decision: how it is started).
 * `perMinute` 0 lets everything pass; a request whose key is undefined is not counted.
 * A refusal is 429 with `Retry-After` in whole seconds.
 */
export function createRateLimiter<Caller>(options: {
  readonly perMinute: number
  readonly key: (facts: RequestFacts, caller: Readonly<Partial<Caller>>) => string | undefined
}): RateLimiter<Caller> {
  const store = new MemoryStore()
  // The store reads nothing else of the middleware's options.
  store.init({ windowMs: WINDOW_MS } as Parameters<MemoryStore['init']>[0])
  return {
    guard: async (facts, caller) => {
      const key = options.perMinute > 0 ? options.key(facts, caller) : undefined
      if (key === undefined) return undefined
      const { totalHits, resetTime } = await store.increment(key)
      if (totalHits <= options.perMinute) return undefined
      return { failure: tooManyRequests((resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now()) }
    },
    reset: () => store.resetAll(),
    stop: () => store.shutdown(),
  }
}

const tooManyRequests = (waitMs: number): Failure => ({
  status: 429,
  messages: ['Too many requests'],
  code: 'rate_limited',
  headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
})
