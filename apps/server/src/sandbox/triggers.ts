import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { CheckoutQueue, Pause } from '@giftcards/marketplace'
import type { Request, RequestHandler } from 'express'
import { callerOf } from '../auth/caller.ts'
import type { RateLimit } from '../limits.ts'
import { type ApiError, internalError, tokenRefused } from '../wire/api-error.ts'
import { refusalError } from '../wire/refusal-catalogue.ts'

/** Request header by which a partner forces a response, in the sandbox only (decision: sandbox, triggers). */
export const triggerHeader = 'x-sandbox-trigger'

const longestDelayMs = 30_000

/** The requested delay. A checkout waits for it while it holds its account's turn. */
const requestedDelay = new AsyncLocalStorage<{ ms: number }>()

const outOfStock: Readonly<Record<string, () => ApiError>> = {
  addCards: () => refusalError({ kind: 'insufficient_inventory' }),
  adjustCardQuantity: () => refusalError({ kind: 'insufficient_inventory' }),
  checkout: () => refusalError({ kind: 'cards_unavailable' }),
}

/** Rejects a token as expired, at the token check. */
export function tokenTrigger(request: Request, takesToken: boolean): void {
  if (takesToken && request.get(triggerHeader) === 'token_expired') throw tokenRefused('token_expired')
}

/** Rejects a request with 429, at the rate limit. */
export const rateTrigger =
  (limit: RateLimit): RequestHandler =>
  (request, response, next) => {
    const { reportLimit } = callerOf(response)
    if (request.get(triggerHeader) === 'rate_limited') limit.refuse(reportLimit)
    next()
  }

/** Applies the trigger of a request, then runs its handler. An unknown trigger is ignored. A delay is a pause. */
export async function runTrigger<Result>(
  operationId: string,
  trigger: string,
  pause: Pause,
  run: () => Promise<Result>,
): Promise<Result> {
  if (trigger === 'internal_error') throw internalError()
  const refuse = trigger === 'insufficient_inventory' ? outOfStock[operationId] : undefined
  if (refuse !== undefined) throw refuse()
  if (trigger === 'payment_declined' && operationId === 'checkout')
    throw refusalError({ kind: 'payment_declined' })
  const ms = delayOf(trigger)
  if (operationId === 'checkout') return requestedDelay.run({ ms }, run)
  if (ms > 0) await pause(() => delay(ms))
  return run()
}

/** Milliseconds of `slow=<ms>`, at most half a minute; 0 for anything else. */
function delayOf(trigger: string): number {
  const [, ms] = /^slow=(\d{1,9})$/.exec(trigger) ?? []
  return ms === undefined ? 0 : Math.min(Number(ms), longestDelayMs)
}

/** A checkout queue that delays a slow request during its turn, so that others see it in progress. */
export function withSlowTurns(queue: CheckoutQueue): CheckoutQueue {
  return {
    ...queue,
    async enter(customerId, key) {
      const leave = await queue.enter(customerId, key)
      const ms = requestedDelay.getStore()?.ms ?? 0
      if (leave !== undefined && ms > 0) await queue.pause(() => delay(ms))
      return leave
    },
  }
}
