import type { Wire } from '@giftcards/contract'
import type { PartnerMethods } from '../generated/partner-methods.ts'
import { OrderCanceledError } from './errors/order-canceled-error.ts'
import type { PartnerClientError } from './errors/partner-client-error.ts'
import { TimeoutError } from './errors/timeout-error.ts'
import type { WaitOptions } from './fulfilment.ts'
import { pause } from './pause.ts'
import { outOfTime, startTime } from './start-time.ts'

/** How much longer each pause is than the last, and how long it is at most. */
const growth = 1.5
const longestPauseMs = 60_000

/** As many questions in a row may fail in a way that passes. */
const toleratedFailures = 5

/** Asks for an order until it is fulfilled, and answers it. Rejects where it is canceled (section 3.2). */
export async function waitForFulfilment(
  { getOrder }: Pick<PartnerMethods, 'getOrder'>,
  orderId: string,
  { onProgress, pollMs = 1_000, timeoutMs = Infinity, signal }: WaitOptions,
): Promise<Wire.Order> {
  const endsAtMs = Date.now() + timeoutMs
  const facts = { operationId: 'getOrder' }
  let seen: string | undefined
  let failures = 0

  /** The order, or nothing where a question fails in a way that passes. */
  async function ask(): Promise<Wire.OrderResult | undefined> {
    // The last question is asked when the time is over; it may take as long as the first pause.
    const leftMs = Math.max(endsAtMs - Date.now(), pollMs)
    const time = startTime(leftMs, signal)
    try {
      const answer = await getOrder({ orderId }, { signal: time.signal })
      failures = 0
      return answer
    } catch (error) {
      const { retryable } = Object(error) as Partial<PartnerClientError>
      if (error !== outOfTime && (!retryable || ++failures > toleratedFailures)) throw error
      return undefined
    } finally {
      time.end()
    }
  }

  for (let pauseMs = pollMs; ; pauseMs = Math.min(pauseMs * growth, longestPauseMs)) {
    const answer = await ask()
    if (answer) {
      const { buyOrder: order } = answer
      const { status, cards } = order
      const fulfilledCards = cards.filter((card) => card.fulfilled).length
      const state = status + fulfilledCards
      if (state !== seen) await onProgress?.({ order, status, fulfilledCards, totalCards: cards.length })
      seen = state
      if (order.fulfilled) return order
      // The one state from which an order is never fulfilled.
      if (status === 'Canceled')
        throw new OrderCanceledError(`order ${orderId} is canceled`, { ...facts, retryable: false })
    }
    const leftMs = endsAtMs - Date.now()
    if (leftMs <= 0)
      throw new TimeoutError(`order ${orderId} is not fulfilled in time`, { ...facts, retryable: true })
    await pause(Math.min(pauseMs, leftMs), signal)
  }
}
