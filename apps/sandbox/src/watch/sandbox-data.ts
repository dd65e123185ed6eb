import type { SandboxWire } from '@giftcards/client/sandbox'

type Schemas = SandboxWire.components['schemas']

/** What one look at the sandbox answers. */
export type Overview = Schemas['Overview']
/** All that is watched, at one moment. */
export type Snapshot = Schemas['SandboxSnapshot']
/** The service clock as it was read. */
export type Clock = Schemas['Clock']
/** Stock of one kind of card. */
export type InventoryRow = Schemas['InventoryRow']
/** A published customer with balances. */
export type Customer = Schemas['SandboxCustomer']
/** A live cart with whose it is. */
export type LiveCart = Schemas['SandboxCart']
/** An order at a glance. */
export type Order = Schemas['SandboxOrder']
/** A status that the control can give to an order. */
export type OrderStatus = Schemas['SetOrderStatusRequest']['status']
/** One answered request. */
export type LoggedRequest = Schemas['RequestLogEntry']
/** One movement of a drawdown balance. */
export type Transaction = Schemas['DrawdownTransaction']
/** A drawdown account with its history. */
export type Ledger = Schemas['DrawdownLedger']
