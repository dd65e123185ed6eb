import type { operations } from '@giftcards/contract'
import type { Handlers } from '@contract-kit/express'
import { addCards } from './add-cards.ts'
import { adjustCardQuantity } from './adjust-card-quantity.ts'
import { applyCoupon } from './apply-coupon.ts'
import { checkout } from './checkout.ts'
import { createCart } from './create-cart.ts'
import { createSession } from './create-session.ts'
import { getDrawdownAccount } from './get-drawdown-account.ts'
import { getOrder } from './get-order.ts'
import { getSecureData } from './get-secure-data.ts'
import { getWalletCard } from './get-wallet-card.ts'
import { listDrawdownTransactions } from './list-drawdown-transactions.ts'
import { login } from './login.ts'
import type { PartnerContext, ProvidedHeaders } from './operation.ts'
import { removeCard } from './remove-card.ts'
import { removeCoupon } from './remove-coupon.ts'

/** One handler for every operation of the contract; an operation without one does not compile. */
export const partnerOperations = {
  createSession,
  login,
  createCart,
  addCards,
  adjustCardQuantity,
  removeCard,
  applyCoupon,
  removeCoupon,
  checkout,
  getOrder,
  getWalletCard,
  getSecureData,
  getDrawdownAccount,
  listDrawdownTransactions,
} as const satisfies Handlers<operations, PartnerContext, ProvidedHeaders>
