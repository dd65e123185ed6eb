import { type Lock, ownerText, type StoreTransaction } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { type OwnerColumns, toOwnerColumns } from './carts.ts'

const lockCustomer = statement((db, { id }: { readonly id: number }) =>
  db.selectFrom('customers').select('id').where('id', '=', id).forNoKeyUpdate(),
)

const lockCart = statement((db, { owner_kind, owner_id }: OwnerColumns) =>
  db
    .selectFrom('carts')
    .select('id')
    .where('owner_kind', '=', owner_kind)
    .where('owner_id', '=', owner_id)
    .forUpdate(),
)

/** Writing the row of a name locks it until the end of the transaction. */
const lockName = statement((db, row: { readonly name: string; readonly taken_at: number }) =>
  db
    .insertInto('named_locks')
    .values({ name: row.name, taken_at: row.taken_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ taken_at: row.taken_at })),
)

/** The order in which every transaction takes its locks, so that no two wait for each other. */
const order: readonly Lock['kind'][] = ['name', 'customer', 'session']

/**
 * Locks the rows that a transaction works on. A session is locked by its cart; if it has no cart yet, the unique key of `carts`
 * rejects a second one. An engine whose transactions write one after the other needs no locks.
 */
export function writeLocks(session: Session) {
  return {
    async lock(...locks) {
      if (session.writesAlone) return
      await session.takeTurns(locks.map(keyOf))
      const sorted = locks.toSorted(
        (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (keyOf(a) < keyOf(b) ? -1 : 1),
      )
      // They run one after the other: they share one connection.
      await Promise.all(sorted.map((lock) => lockRows(session, lock)))
    },
  } satisfies Partial<StoreTransaction>
}

async function lockRows(session: Session, lock: Lock): Promise<void> {
  if (lock.kind === 'name') {
    await session.run(lockName, { name: lock.name, taken_at: Date.now() })
    return
  }
  const cart = toOwnerColumns(lock)
  if (lock.kind === 'customer') {
    await Promise.all([
      session.first(lockCustomer, { id: lock.customerId }),
      // The cart too: the job that frees expired carts locks carts alone.
      session.first(lockCart, cart),
    ])
  } else await session.first(lockCart, cart)
}

function keyOf(lock: Lock): string {
  return lock.kind === 'name' ? `name/${lock.name}` : ownerText(lock)
}
