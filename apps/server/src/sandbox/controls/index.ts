import { getOverview, getStatus } from './overview.ts'
import { advanceClock, getClock, resetSandbox, setClock } from './clock.ts'
import type { Handlers } from '@contract-kit/express'
import type { operations } from '@giftcards/contract/sandbox'
import type { ProvidedHeaders, SandboxContext } from './control.ts'
import { depositToDrawdown, listCustomers, listTransactions, setStoreCredit } from './customers.ts'
import { listInventory, setInventory } from './inventory.ts'
import { listCarts } from './carts.ts'
import { listOrders, setOrderStatus, spendWalletCard } from './orders.ts'
import { getRequest, listRequests, replayRequest } from './requests.ts'

/** One handler for every sandbox control. */
export const sandboxOperations = {
  getStatus,
  getClock,
  setClock,
  advanceClock,
  getOverview,
  resetSandbox,
  listInventory,
  setInventory,
  listCarts,
  listCustomers,
  depositToDrawdown,
  listTransactions,
  setStoreCredit,
  listOrders,
  setOrderStatus,
  spendWalletCard,
  listRequests,
  getRequest,
  replayRequest,
} as const satisfies Handlers<operations, SandboxContext, ProvidedHeaders>
