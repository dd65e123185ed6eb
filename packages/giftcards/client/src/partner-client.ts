import { createApiClient, type RawClient, toSafeLogger } from '@contract-kit/client'
import type { paths } from '@giftcards/contract'
import { readPartnerError } from './errors.ts'
import { type Order, operations, type PartnerMethods } from './generated/api.ts'
import type { PartnerClientOptions } from './options.ts'
import { createPartnerSession } from './session.ts'
import { type WaitOptions, waitForFulfilment } from './wait-for-fulfilment.ts'

/** A client of the partner API: one method for each operation, over one session. */
export interface PartnerClient extends PartnerMethods {
  /**
   * Polls an order, with growing pauses, until all of its cards are fulfilled, and resolves to it. Rejects with an
   * `OrderCanceledError` if the order is canceled, and with a `TimeoutError` after the time limit. E-codes typically take
   * minutes, physical cards a business day. It also waits for orders in review or on hold.
   */
  waitForFulfilment(orderId: string, options?: WaitOptions): Promise<Order>
  /** The openapi-fetch client, in the same session: `client.raw.GET('/v3/orders/{orderId}', { params: … })`. */
  readonly raw: RawClient<paths>
}

/** Creates a client. It opens its session on first use. Options are read once. */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const settings = { ...options, readError: readPartnerError }
  const identity = { 'x-cc-app': options.appId, 'user-agent': options.userAgent ?? usualUserAgent() }
  const sendIdentity = (headers: Headers): void => {
    for (const [name, value] of Object.entries(identity)) if (value !== undefined) headers.set(name, value)
  }
  const client = createApiClient<PartnerMethods, paths>(operations, {
    ...settings,
    session: createPartnerSession(settings, sendIdentity, toSafeLogger(options.logger)),
    // Checkouts of one account must run one after another (section 8).
    sequential: ['checkout'],
  })
  return { ...client, waitForFulfilment: (orderId, wait = {}) => waitForFulfilment(client, orderId, wait) }
}

/** The version in package.json, sent as part of `User-Agent`. */
const clientVersion = '1.0.0'

/** `undefined` in browsers: some send a CORS preflight for a custom `User-Agent`. */
export function usualUserAgent(): string | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  return navigator?.userAgent?.startsWith('Mozilla/') ? undefined : `giftcards-client/${clientVersion}`
}
