import {
  createPartnerClient,
  isPartnerApiError,
  PartnerApiError,
  PartnerClientError,
} from '@giftcards/client'
import { createSandboxClient } from '@giftcards/client/sandbox'
import { createFakePartnerApi, getContractExample } from '@giftcards/client/testing'

const fake = createFakePartnerApi()
const client = createPartnerClient({ baseUrl: 'http://fake.test', appId: 'demo-app', fetch: fake.fetch })

/** The answer of a method has the type of the contract, and the errors too. */
export async function purchase(): Promise<string> {
  const cart = await client.createCart()
  const first: number | undefined = cart.cards[0]?.cost
  const { headers, requestId } = await client.getOrder({ orderId: 'd2a8' }).withResponse()
  const refreshed: string | undefined = headers.authorization
  const { status } = await client
    .createCart({ action: 'buy' }, { timeoutMs: 5_000, requestId: 'shop-42' })
    .withResponse()
  if (status === 201)
    await client.listDrawdownTransactions({ signal: AbortSignal.timeout(1_000), headers: {} })
  try {
    await client.applyCoupon({ cartId: cart.cartId, couponCode: 'SAVE10' })
  } catch (error) {
    if (isPartnerApiError(error, 'coupon_expired')) return error.code satisfies 'coupon_expired'
    if (error instanceof PartnerApiError) return error.messages.join() + error.retryAfterSeconds?.toFixed()
    if (error instanceof PartnerClientError)
      return `${error.operationId} ${error.retryable satisfies boolean}`
  }
  return [first, refreshed, requestId].join()
}

export const cards = getContractExample('createCart', 'created').body.cards
export const sandbox = createSandboxClient({ baseUrl: 'http://127.0.0.1:3000' })

// @ts-expect-error a cart holds no basket
export const basket = cards.basket

// @ts-expect-error an input that the contract does not name
export const wrong = client.getOrder({ order: 'd2a8' })

// @ts-expect-error the code of no error
export const unknown = isPartnerApiError(undefined, 'out_of_coffee')
