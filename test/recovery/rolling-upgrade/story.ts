import type { OperationId } from '@giftcards/contract'
import type { SandboxOperationId } from '@giftcards/contract/sandbox'
import { control } from '@giftcards/test-harness/process'
import {
  type CallOptions,
  cartCheckoutOf,
  checkoutOf,
  openSession,
  type Partner,
  storyCard,
  storyPayments,
} from '@giftcards/test-harness'

/** The customers who buy. */
export const elite = 'elite@example.com'
export const standard = 'standard@example.com'

/** Each connection goes to the next server, so each request has its own. */
const headers = { connection: 'close' }

/** The operations that a story calls. Each version has to serve all of them. */
export const storyOperations: readonly (OperationId | SandboxOperationId)[] = [
  'createSession',
  'login',
  'createCart',
  'addCards',
  'applyCoupon',
  'checkout',
  'getOrder',
  'getWalletCard',
  'getSecureData',
  'listDrawdownTransactions',
  'advanceClock',
  'setOrderStatus',
]

/** Has a partner buy in every way to pay. Returns the ids of the orders. */
export async function placeOrders(url: string): Promise<readonly string[]> {
  const partner = await openPartner(url)
  const orderIds = [await buyCart(partner)]
  for (const method of ['ACH', 'CREDITCARD', 'DRAWDOWN_ACCOUNT', 'STORE_CREDIT'] as const) {
    const wanted = checkoutOf([storyCard.harborB2B(), storyCard.magic(901)], storyPayments[method])
    const { buyOrder } = await partner.want('checkout', 201, { ...wanted, headers })
    orderIds.push(buyOrder.orderId)
  }
  return orderIds
}

/** Has orders delivered, read and canceled, as partners and operators do; new ones unless some are given. Throws if a step fails. */
export async function tellStory(url: string, orderIds?: readonly string[]): Promise<void> {
  const placed = orderIds ?? (await placeOrders(url))
  const partner = await openPartner(url)
  await wantControl(url, 'advanceClock', { body: { seconds: 900 } })
  for (const orderId of placed) {
    const { buyOrder } = await partner.want('getOrder', 200, { headers, path: { orderId } })
    if (!buyOrder.fulfilled) throw new Error(`Order ${buyOrder.id} is ${buyOrder.status}, not delivered`)
    const [card] = buyOrder.cards
    const path = { cardId: card?.id ?? 0 }
    await partner.want('getWalletCard', 200, { headers, path })
    await partner.want('getSecureData', 200, { headers, path })
    await wantControl(url, 'setOrderStatus', { path: { orderId }, body: { status: 'Canceled' } })
    const canceled = await partner.want('getOrder', 200, { headers, path: { orderId } })
    if (canceled.buyOrder.status !== 'Canceled') throw new Error(`Order ${buyOrder.id} is not canceled`)
  }
  await partner.want('listDrawdownTransactions', 200, { headers })
}

async function openPartner(url: string): Promise<Partner> {
  const partner = await openSession(url)
  await partner.login(elite)
  return partner
}

async function buyCart(partner: Partner): Promise<string> {
  const { body } = await partner.call('createCart', { headers, body: { action: 'buy' } })
  const { cartId } = body as { readonly cartId: string }
  const cards = [storyCard.harborEcode(), storyCard.harborB2B(2)]
  await partner.want('addCards', 201, { headers, path: { cartId }, body: { cards } })
  await partner.want('applyCoupon', 200, { headers, path: { cartId, couponCode: 'SAVE10' } })
  const { buyOrder } = await partner.want('checkout', 201, { headers, ...cartCheckoutOf(cartId) })
  return buyOrder.orderId
}

async function wantControl(
  url: string,
  operationId: SandboxOperationId,
  options: CallOptions,
): Promise<void> {
  const { status, text } = await control(url, operationId, { ...options, headers })
  if (status >= 300) throw new Error(`${operationId} answered ${status}: ${text}`)
}
