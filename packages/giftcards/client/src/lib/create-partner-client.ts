import type { Wire } from '@giftcards/contract'
import { operationRows } from '../generated/operations.ts'
import type { PartnerMethods } from '../generated/partner-methods.ts'
import type { PartnerClientOptions } from './client-options.ts'
import { createQueue } from './create-queue.ts'
import { createSender, type Sender } from './create-sender.ts'
import type { WaitOptions } from './fulfilment.ts'
import { createSession } from './session.ts'
import { toLogger } from './to-logger.ts'
import { toMethods } from './to-methods.ts'
import { untilAborted } from './until-aborted.ts'
import { usualUserAgent } from './usual-user-agent.ts'
import { waitForFulfilment } from './wait-for-fulfilment.ts'

/** A client of the partner API: one method for each operation, over one session. */
export interface PartnerClient extends PartnerMethods {
  /**
   * Asks for an order, ever more slowly, until all of its cards are fulfilled, and answers it then. Rejects with an
   * `OrderCanceledError` where it is canceled, with a `TimeoutError` where that takes longer than it may. E-codes
   * typically take minutes, physical cards a business day; an order in review or on hold is waited for.
   */
  waitForFulfilment(orderId: string, options?: WaitOptions): Promise<Wire.Order>
}

/** A client that opens its session when it is first used. Its options are read once. */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const log = toLogger(options.logger)
  const headers = { 'x-cc-app': options.appId, 'user-agent': options.userAgent ?? usualUserAgent() }
  const send = createSession(options, createSender(options, headers, log), log)
  const checkouts = createQueue()

  /** Sends what takes an `Idempotency-Key` with one, and one such call after another. */
  const sendSafely: Sender = (call) => {
    if (call.row[2] < 2) return send(call)
    // Nobody may check out without a key: `null` is none either.
    const idempotencyKey = call.options.idempotencyKey ?? crypto.randomUUID()
    // The queue gives what it was given.
    return checkouts(
      () => send({ ...call, options: { ...call.options, idempotencyKey } }),
      call.options.signal,
    ) as ReturnType<Sender>
  }

  // The table has a row for each method of the interface: both are generated from one document.
  const methods = toMethods(operationRows, sendSafely) as unknown as PartnerMethods
  return {
    ...methods,
    waitForFulfilment: (orderId, wait = {}) =>
      untilAborted(waitForFulfilment(methods, orderId, wait), wait.signal),
  }
}
