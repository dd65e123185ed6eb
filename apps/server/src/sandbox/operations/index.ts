import type { operations } from '@giftcards/contract/sandbox'
import type { OperationTable } from '@contract-kit/express'
import { advanceClock, getClock, setClock } from './clock.ts'
import type { SandboxCaller, SandboxContext } from './control.ts'
import { depositToDrawdown, listCustomers, listTransactions, setStoreCredit } from './customers.ts'
import { getOverview } from './get-overview.ts'
import { listInventory, setInventory } from './inventory.ts'
import { listCarts } from './list-carts.ts'
import { listRequests } from './list-requests.ts'
import { listOrders, setOrderStatus, spendWalletCard } from './orders-and-cards.ts'
import { resetSandbox } from './reset-sandbox.ts'

/** One handler for every sandbox control. */
export const sandboxOperations = {
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
} as const satisfies OperationTable<operations, SandboxContext, SandboxCaller>
