import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { CheckoutQueue } from '@giftcards/marketplace'
import type { BoundHandler, Guard } from '@contract-kit/express'
import { type Failure, toFailureAnswer } from '@contract-kit/express'
import type { PartnerCaller } from '../operations/operation.ts'
import { refusalCatalogue, type RefusalAnswer } from '../wire/refusal-catalogue.ts'
import { tokenMissing } from '../partner/partner-failures.ts'

/** Request header by which a partner forces an answer, in the sandbox only (decision: sandbox, triggers). */
export const triggerHeader = 'x-sandbox-trigger'

const longestDelayMs = 30_000

/** The delay a request asked for; a checkout spends it while it holds its account's turn. */
const requestedDelay = new AsyncLocalStorage<{ ms: number }>()

const fail = ({ status, message, code }: RefusalAnswer): Failure => ({ status, messages: [message], code })

const outOfStock: Readonly<Record<string, Failure>> = {
  addCards: fail(refusalCatalogue.insufficient_inventory),
  adjustCardQuantity: fail(refusalCatalogue.insufficient_inventory),
  checkout: fail(refusalCatalogue.cards_unavailable),
}

/** Answers `token_expired` where a token is judged. */
export const tokenTrigger: Guard<PartnerCaller> = (facts) =>
  facts.header(triggerHeader) === 'token_expired' && facts.operationId !== 'createSession'
    ? { failure: tokenMissing('token_expired') }
    : undefined

/** Answers `rate_limited` where the limit is judged. */
export const rateTrigger: Guard<PartnerCaller> = (facts) =>
  facts.header(triggerHeader) === 'rate_limited'
    ? {
        failure: {
          status: 429,
          messages: ['Too many requests'],
          code: 'rate_limited',
          headers: { 'retry-after': '60' },
        },
      }
    : undefined

/** A handler that first does what the trigger of a request says. */
export function withTrigger(
  operationId: string,
  handle: BoundHandler<PartnerCaller>,
): BoundHandler<PartnerCaller> {
  return async (input) => {
    const trigger = input.request.header(triggerHeader)
    const forced = forcedFailure(operationId, trigger)
    if (forced !== undefined) return toFailureAnswer(forced)
    const ms = delayOf(trigger)
    if (operationId === 'checkout') return requestedDelay.run({ ms }, () => handle(input))
    if (ms > 0) await delay(ms)
    return handle(input)
  }
}

function forcedFailure(operationId: string, trigger: string | undefined): Failure | undefined {
  switch (trigger) {
    case 'internal_error':
      return { status: 500, messages: ['Internal server error'], code: 'internal_error' }
    case 'insufficient_inventory':
      return outOfStock[operationId]
    case 'payment_declined':
      return operationId === 'checkout' ? fail(refusalCatalogue.payment_declined) : undefined
    default:
      return undefined
  }
}

/** Milliseconds of `slow=<ms>`, at most half a minute; 0 for anything else. */
function delayOf(trigger: string | undefined): number {
  const [, ms] = /^slow=(\d{1,9})$/.exec(trigger ?? '') ?? []
  return ms === undefined ? 0 : Math.min(Number(ms), longestDelayMs)
}

/** A checkout queue in which a slow request is slow while it has its turn, so that others see it in progress. */
export function withSlowTurns(queue: CheckoutQueue): CheckoutQueue {
  return {
    async enter(customerId, key) {
      const leave = await queue.enter(customerId, key)
      const ms = requestedDelay.getStore()?.ms ?? 0
      if (leave !== undefined && ms > 0) await delay(ms)
      return leave
    },
  }
}
