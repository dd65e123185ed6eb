import {
  ApiError,
  ClientError,
  createPartnerClient,
  formatDollars,
  isApiError,
  type PartnerClient,
  type PartnerClientOptions,
  toCents,
} from '@giftcards/client'
import { createSandboxClient, type SandboxClient } from '@giftcards/client/sandbox'
import { createFakePartnerApi } from '@giftcards/client/testing'

const fake = createFakePartnerApi()
const options: PartnerClientOptions = {
  baseUrl: 'http://fake.test',
  appId: 'demo-app',
  fetch: fake.fetch,
  retry: { attempts: 2 },
  timeoutMs: 5_000,
  logger: (event) => (event.kind === 'retry' ? event.delayMs : undefined),
}
export const client: PartnerClient = createPartnerClient(options)
export const sandbox: SandboxClient = createSandboxClient({
  baseUrl: 'http://127.0.0.1:3000',
  sandboxKey: 'k',
})

const cards = [{ merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 2 }] as const
const shippingDetails = {
  firstname: 'Erin',
  lastname: 'Elm',
  street: '12 Harbor Street',
  city: 'Portland',
  state: 'OR',
  postcode: '97201',
} as const

/** A response has the types of the contract, and so has an error. */
export async function buy(): Promise<string> {
  const { data, headers, requestId, status } = await client
    .createCart({ action: 'buy' }, { signal: AbortSignal.timeout(1_000), requestId: 'shop-42' })
    .withResponse()
  const cost: number | undefined = data.cards[0]?.cost
  const isNew: boolean = status === 201
  const session: string | null = headers.get('x-session-id')
  try {
    const { buyOrder } = await client.checkout(
      { cards, payment: { method: 'ACH', details: { id: 7001 } }, shippingDetails },
      { idempotencyKey: 'order-7', deadlineMs: 60_000 },
    )
    const order = await client.waitForFulfilment(buyOrder.orderId, { timeoutMs: 60_000 })
    return `${order.status} ${formatDollars(toCents(order.total.due))} ${session} ${requestId} ${cost} ${isNew}`
  } catch (error) {
    if (isApiError(error, 'coupon_expired')) return error.code satisfies 'coupon_expired'
    if (error instanceof ApiError)
      return `${error.status} ${error.messages.join()} ${error.retryAfterSeconds}`
    if (error instanceof ClientError) return `${error.operationId} ${error.retryable satisfies boolean}`
    throw error
  }
}

/** openapi-fetch has the types of the contract as well. */
export async function readOrder(orderId: string): Promise<string | undefined> {
  const { data, response } = await client.raw.GET('/v3/orders/{orderId}', {
    params: { path: { orderId }, header: { 'User-Agent': 'shop/1.0' } },
  })
  return response.ok ? data?.buyOrder.status : undefined
}

/** The fake has the examples of the contract. */
export function prepare(): number {
  fake.respond('getOrder', 'delivered')
  fake.respondOnce('applyCoupon', 'coupon_expired')
  fake.respondOnce('checkout', () => Promise.reject(new TypeError('The connection is lost')))
  const { body, status } = fake.example('createCart', 'created')
  return body.cards.length + (status satisfies 201) + fake.calls.length
}
