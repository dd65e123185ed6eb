import type { OperationId } from '@giftcards/contract'
import type { CallOptions } from './call.ts'
import { storyAddress } from './story.ts'

const cartId = '00000000-0000-4000-8000-000000000001'
const cardId = '00000000-0000-4000-8000-000000000002'
const card = { merchantId: 101, faceValue: 50, percentOff: 8.5, type: 'ecode', quantity: 1 }

/**
 * One well-formed call of every operation. A call that names an object fails at that point, because the object does not
 * exist.
 */
export const sampleCalls = {
  createSession: {},
  login: { body: { customer: { email: 'nobody@example.com', password: 'not-a-password' } } },
  createCart: { body: { action: 'buy' } },
  addCards: { path: { cartId }, body: { cards: [card] } },
  adjustCardQuantity: { path: { cartId, cardId }, body: { qty: 1 } },
  removeCard: { path: { cartId, cardId } },
  applyCoupon: { path: { cartId, couponCode: 'SAVE10' } },
  removeCoupon: { path: { cartId, couponCode: 'SAVE10' } },
  checkout: { body: { cartId, paymentMethod: 'DRAWDOWN_ACCOUNT', shippingDetails: storyAddress } },
  getOrder: { path: { orderId: '00000000-0000-4000-8000-000000000003' } },
  getWalletCard: { path: { cardId: 1 } },
  getSecureData: { path: { cardId: 1 } },
  getDrawdownAccount: {},
  listDrawdownTransactions: {},
} as const satisfies Record<OperationId, CallOptions>

/** Every operation with its sample call. */
export const everyCall = Object.entries(sampleCalls) as readonly [OperationId, CallOptions][]
