import type { SetOrderStatusInput } from '@giftcards/client/sandbox'

export type {
  Clock,
  DrawdownLedger as Ledger,
  DrawdownTransaction as Transaction,
  InventoryRow,
  LoggedBody,
  LoggedField,
  Overview,
  RequestExchange as Exchange,
  RequestLogEntry as LoggedRequest,
  SandboxCart as LiveCart,
  SandboxCustomer as Customer,
  SandboxOrder as Order,
  SandboxSnapshot as Snapshot,
} from '@giftcards/client/sandbox'

/** A status that the control can set. */
export type OrderStatus = SetOrderStatusInput['status']
