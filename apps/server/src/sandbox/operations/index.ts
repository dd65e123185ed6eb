import type { operations } from '@giftcards/contract/sandbox'
import type { OperationTable } from '../../http/index.ts'
import { advanceClock, getClock, setClock } from './clock.ts'
import type { SandboxCaller, SandboxContext } from './control.ts'
import { depositToDrawdown, listCustomers, setStoreCredit } from './customers.ts'
import { listInventory, setInventory } from './inventory.ts'
import { listRequests } from './list-requests.ts'
import { setOrderStatus, spendWalletCard } from './orders-and-cards.ts'
import { resetSandbox } from './reset-sandbox.ts'

/** One handler for every sandbox control. */
export const sandboxOperations = {
  getClock,
  setClock,
  advanceClock,
  resetSandbox,
  listInventory,
  setInventory,
  listCustomers,
  depositToDrawdown,
  setStoreCredit,
  setOrderStatus,
  spendWalletCard,
  listRequests,
} as const satisfies OperationTable<operations, SandboxContext, SandboxCaller>
