import type { OperationId } from '@giftcards/contract'
import { operationTable } from '@giftcards/contract'
import {
  type Cart,
  type Exchange,
  fillCart,
  fillPath,
  type Order,
  type Partner,
  placeOrder,
  type RawRequest,
  type Sandbox,
  sendRaw,
  storyCard,
} from '@giftcards/test-harness'

/** A customer with a cart that has a coupon, an order and its card, and the means to detect any change. */
export interface SteadyState {
  readonly partner: Partner
  readonly cart: Cart
  readonly order: Order
  /** Returns path parameters of an operation that name existing objects. */
  pathOf(operationId: OperationId): Readonly<Record<string, string | number>>
  /** The headers of a valid request. */
  readonly headers: readonly (readonly [string, string])[]
  /** Sends a valid request of this operation with some of its parts replaced. The response is not checked. */
  send(operationId: OperationId, parts: Partial<RawRequest>): Promise<Exchange>
  /** Returns everything that a request could change. */
  snapshot(): Promise<unknown>
}

/** Resets the sandbox, and creates the cart and the order of a customer. */
export async function openSteadyState(sandbox: Sandbox): Promise<SteadyState> {
  await sandbox.reset()
  const partner = await sandbox.partner('elite@example.com')
  const order = await placeOrder(partner, [storyCard.pixelEcode(1)])
  const filled = await fillCart(partner, [storyCard.harborB2B(2), storyCard.northwindPhysical(1)])
  const { cartId } = filled
  const cart = await partner.want('applyCoupon', 200, { path: { cartId, couponCode: 'SAVE10' } })
  const walletId = order.cards[0]!.id
  // Delivers the card now, so that no later read does.
  await partner.want('getWalletCard', 200, { path: { cardId: walletId } })

  const pathOf = (operationId: OperationId) => ({
    cartId,
    cardId: operationTable[operationId].path.includes('wallets') ? walletId : cart.cards[0]!.id,
    couponCode: 'SAVE10',
    orderId: order.orderId,
  })
  const headers = [
    ['user-agent', 'hostile-tests'],
    ['x-cc-app', 'demo-app'],
    ['authorization', `Bearer ${partner.token}`],
  ] as const

  return {
    partner,
    cart,
    order,
    pathOf,
    headers,
    send(operationId, parts) {
      const { method, path } = operationTable[operationId]
      const query = operationId === 'checkout' ? { checkout: 'condensed' } : {}
      const type = parts.body === undefined ? [] : [['content-type', 'application/json'] as const]
      return sendRaw(sandbox.url, {
        method,
        path: fillPath(path, { path: pathOf(operationId), query }),
        headers: [...headers, ...type],
        ...parts,
      })
    },
    async snapshot() {
      const stored = await sandbox.store.read(async (tx) => ({
        stock: await tx.listStock(),
        customers: await tx.listCustomers(),
        cart: await tx.findCart(cartId),
        order: await tx.findOrderByOrderId(order.orderId),
        next: await tx.findOrder(order.id + 1),
      }))
      return {
        stored,
        inventory: await sandbox.wantControl('listInventory', 200),
        customers: await sandbox.wantControl('listCustomers', 200),
        cart: await partner.want('createCart', 200, { body: { action: 'buy' } }),
        ledger: await partner.want('listDrawdownTransactions', 200),
        order: await partner.want('getOrder', 200, { path: { orderId: order.orderId } }),
        card: await partner.want('getWalletCard', 200, { path: { cardId: walletId } }),
      }
    },
  }
}
