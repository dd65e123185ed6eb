import type { Wire } from '@giftcards/contract'
import { type DrawdownAccount, type DrawdownTransaction, toDollars } from '@giftcards/marketplace'

type Schemas = Wire.components['schemas']

/** A drawdown account (spec 2.10). */
export function toDrawdownAccount(account: DrawdownAccount): Schemas['DrawdownAccount'] {
  return {
    balance: toDollars(account.balanceCents),
    availableBalance: toDollars(account.balanceCents - account.pendingCents),
    pendingBalance: toDollars(account.pendingCents),
    isActive: account.isActive,
  }
}

/** A row of the ledger (spec 2.11). */
export function toDrawdownTransaction(row: DrawdownTransaction): Schemas['DrawdownTransaction'] {
  return {
    id: row.id,
    date: new Date(row.at).toISOString(),
    type: row.type,
    amount: toDollars(row.amountCents),
    balance: toDollars(row.balanceCents),
    description: row.description,
  }
}
