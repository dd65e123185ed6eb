import type { Customer } from '../model/accounts.ts'
import type { StoreCreditTransaction } from '../model/ledger.ts'
import type { SeedData, StoreTransaction } from '../ports/store.ts'

/** A change of a customer's store credit, as it is booked. */
type StoreCreditChange = Pick<
  StoreCreditTransaction,
  'at' | 'type' | 'amountCents' | 'description' | 'orderId'
>

const openingBalance = 'Opening balance'

/**
 * Changes the store credit of a customer, as found in this transaction, with its ledger row: nothing else may change it. A
 * server of an earlier version changes credit without a row; an opening row stands for what the ledger does not explain.
 */
export async function changeStoreCredit(
  tx: StoreTransaction,
  { id: customerId, storeCreditCents }: Pick<Customer, 'id' | 'storeCreditCents'>,
  change: StoreCreditChange,
): Promise<void> {
  const [last] = await tx.listStoreCreditTransactions(customerId, 1)
  const unexplainedCents = storeCreditCents - (last?.balanceCents ?? 0)
  const opening: readonly Omit<StoreCreditTransaction, 'position'>[] =
    unexplainedCents === 0
      ? []
      : [
          {
            customerId,
            at: change.at,
            type: 'Adjustment',
            amountCents: unexplainedCents,
            balanceCents: storeCreditCents,
            description: last === undefined ? openingBalance : 'Changes of an earlier version',
            orderId: null,
            isOpening: true,
          },
        ]
  const balanceCents = storeCreditCents + change.amountCents
  const rows = [...opening, { ...change, customerId, balanceCents, isOpening: false }]
  const position = (last?.position ?? 0) + 1
  await Promise.all([
    tx.updateCustomer(customerId, { storeCreditCents: balanceCents }),
    ...rows.map((row, index) => tx.insertStoreCreditTransaction({ ...row, position: position + index })),
  ])
}

/** The ledger rows that customers with store credit begin with. */
export function openingRows({ customers, openedAt = 0 }: SeedData): readonly StoreCreditTransaction[] {
  return customers
    .filter(({ storeCreditCents }) => storeCreditCents > 0)
    .map(({ id, storeCreditCents }) => ({
      customerId: id,
      position: 1,
      at: openedAt,
      type: 'Adjustment',
      amountCents: storeCreditCents,
      balanceCents: storeCreditCents,
      description: openingBalance,
      orderId: null,
      isOpening: true,
    }))
}
