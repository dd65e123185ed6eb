import {
  AbortError,
  ClientError,
  pause,
  TimeoutError,
  UnexpectedResponseError,
  untilAborted,
} from '@contract-kit/client'
import { OrderCanceledError } from './errors.ts'
import type { Order, OrderCard, OrderEnvelope, PartnerMethods } from './generated/api.ts'

/** The progress of an order. */
export interface FulfilmentProgress {
  readonly order: Order
  /** The status of the order; new values may be added (section 3.2). */
  readonly status: Order['status']
  readonly fulfilledCards: number
  readonly totalCards: number
}

/** Options of `waitForFulfilment`. */
export interface WaitOptions {
  /** Called with the first state and with each change, and awaited. An error that it throws ends the wait. */
  readonly onProgress?: ((progress: FulfilmentProgress) => unknown) | undefined
  /**
   * Milliseconds until the second request, at least 100, default 1,000. Each further pause is 1.5 times as long, up to a minute.
   */
  readonly pollMs?: number | undefined
  /**
   * Milliseconds after which the wait ends with a `TimeoutError`; default: no limit, since a physical card takes a day. A last
   * request is sent then, which may take `pollMs`.
   */
  readonly timeoutMs?: number | undefined
  /** Ends the wait at once with an `AbortError`. */
  readonly signal?: AbortSignal | undefined
}

/** The growth factor of the pauses, the longest and the shortest pause. */
const growth = 1.5
const longestPauseMs = 60_000
const shortestPauseMs = 100

type OrderResponse = Awaited<ReturnType<ReturnType<PartnerMethods['getOrder']>['withResponse']>>

/** The most consecutive requests that may fail with a retryable error. */
const toleratedFailures = 5

/** Polls an order until it is fulfilled, and resolves to it. Rejects if it is canceled (section 3.2). */
export async function waitForFulfilment(
  client: Pick<PartnerMethods, 'getOrder'>,
  orderId: string,
  options: WaitOptions,
): Promise<Order> {
  const { signal } = options
  try {
    signal?.throwIfAborted()
    return await untilAborted(pollOrder(client, orderId, options), signal)
  } catch (reason) {
    if (!signal?.aborted || reason !== signal.reason) throw reason
    const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError'
    throw isTimeout
      ? new TimeoutError('the signal timed out', { ...facts, cause: reason })
      : new AbortError('aborted', { ...facts, cause: reason })
  }
}

/** The fields of the errors of this wait: retrying it is safe. */
const facts = { operationId: 'getOrder', retryable: true, outcomeUnknown: false }

async function pollOrder(
  { getOrder }: Pick<PartnerMethods, 'getOrder'>,
  orderId: string,
  { onProgress, pollMs = 1_000, timeoutMs = Infinity, signal }: WaitOptions,
): Promise<Order> {
  const firstPauseMs = Math.max(pollMs, shortestPauseMs)
  const endsAtMs = Date.now() + timeoutMs
  let seen: string | undefined
  let failures = 0

  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    // The last request is sent when the time limit is reached.
    const deadlineMs = Math.max(endsAtMs - Date.now(), firstPauseMs)
    const response = await getOrder({ orderId }, { signal, deadlineMs })
      .withResponse()
      .catch((error: unknown) => {
        const mayPass = error instanceof ClientError && error.retryable && !signal?.aborted
        if (!mayPass || ++failures > toleratedFailures) throw error
      })
    if (response) {
      failures = 0
      const order = readOrder(response)
      const { status, cards } = order
      const fulfilledCards = cards.filter((card) => card.fulfilled).length
      const state = `${status} ${fulfilledCards}`
      if (state !== seen) await onProgress?.({ order, status, fulfilledCards, totalCards: cards.length })
      seen = state
      if (order.fulfilled) return order
      // The only status from which an order is never fulfilled.
      if (status === 'Canceled')
        throw new OrderCanceledError(`order ${orderId} is canceled`, { ...facts, retryable: false })
    }
    const leftMs = endsAtMs - Date.now()
    if (leftMs <= 0) throw new TimeoutError(`order ${orderId} was not fulfilled in time`, facts)
    await pause(Math.min(pauseMs, leftMs), signal)
  }
}

/** The order of a response. Throws an `UnexpectedResponseError` if the response lacks its progress. */
function readOrder({ data, status, headers, requestId }: OrderResponse): Order {
  const order = Object((data as Partial<OrderEnvelope>).buyOrder) as Partial<Order>
  const { status: state, fulfilled, cards } = order
  const isOrder =
    typeof state === 'string' &&
    typeof fulfilled === 'boolean' &&
    Array.isArray(cards) &&
    cards.every((card: unknown) => typeof (Object(card) as Partial<OrderCard>).fulfilled === 'boolean')
  if (isOrder) return order as Order
  throw new UnexpectedResponseError({
    ...facts,
    requestId,
    retryable: false,
    status,
    contentType: headers.get('content-type') ?? undefined,
    retryAfterSeconds: undefined,
    excerpt: '',
  })
}
