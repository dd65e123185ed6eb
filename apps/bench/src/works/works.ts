import type { OperationId } from '@giftcards/contract'
import type { PlannedRequest } from '../load/request-text.ts'
import { type Partner, shippingDetails } from './partner.ts'

/** One request of a work. */
export interface WorkStep {
  readonly operationId: OperationId
  readonly status: number
  readonly times?: number
  readonly request: (partner: Partner) => PlannedRequest
}

/** The repeated actions of a partner. */
export interface Work {
  readonly name: string
  readonly title: string
  readonly steps: readonly WorkStep[]
}

const wallet: WorkStep = {
  operationId: 'getWalletCard',
  status: 200,
  request: ({ walletCardId }) => ({ method: 'GET', path: `/v3/wallets/${walletCardId}` }),
}

const drawdown: WorkStep = {
  operationId: 'getDrawdownAccount',
  status: 200,
  request: () => ({ method: 'GET', path: '/v3/customers/drawdown-account' }),
}

const cart: WorkStep = {
  operationId: 'createCart',
  status: 200,
  request: () => ({ method: 'POST', path: '/v3/carts', body: { action: 'buy' } }),
}

const add: WorkStep = {
  operationId: 'addCards',
  status: 201,
  request: ({ cartId, cartCard }) => ({
    method: 'POST',
    path: `/v3.1/carts/${cartId}/cards`,
    body: { cards: [cartCard] },
  }),
}

const adjustBy = (qty: number): WorkStep => ({
  operationId: 'adjustCardQuantity',
  status: 200,
  request: ({ cartId, cartCardId }) => ({
    method: 'PUT',
    path: `/v3/carts/${cartId}/cards/${cartCardId}`,
    body: { qty },
  }),
})

const checkout: WorkStep = {
  operationId: 'checkout',
  status: 201,
  request: ({ card }) => ({
    method: 'POST',
    path: '/v3/orders?checkout=condensed',
    body: { cards: [card], payment: { method: 'DRAWDOWN_ACCOUNT' }, shippingDetails },
  }),
}

const order: WorkStep = {
  operationId: 'getOrder',
  status: 200,
  request: ({ orderId }) => ({ method: 'GET', path: `/v3/orders/${orderId}` }),
}

/** Everything that is measured on every side; what a work puts into a cart it takes out again. */
export const works: readonly Work[] = [
  { name: 'wallet', title: 'Read a wallet card', steps: [wallet] },
  { name: 'drawdown', title: 'Read the drawdown balance', steps: [drawdown] },
  { name: 'cart', title: 'Fetch the existing cart', steps: [cart] },
  { name: 'adjust', title: 'Adjust a quantity', steps: [adjustBy(1), adjustBy(-1)] },
  // A cart holds 500 cards: one request of a hundred takes out what the others have put in.
  { name: 'add', title: 'Add a card to the cart', steps: [{ ...add, times: 99 }, adjustBy(-99)] },
  { name: 'checkout', title: 'Check out', steps: [checkout] },
  {
    name: 'journey',
    title: 'A mixed journey',
    steps: [cart, add, adjustBy(1), adjustBy(-2), drawdown, checkout, order, { ...wallet, times: 3 }],
  },
]
