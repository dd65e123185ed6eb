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

/** The row of a name is locked by the transaction that has written it last. */
const lockName = statement((db, row: { readonly name: string; readonly taken_at: number }) =>
  db
    .insertInto('named_locks')
    .values({ name: row.name, taken_at: row.taken_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ taken_at: row.taken_at })),
)

/** The kinds in the order in which every transaction locks them, so that no two wait for each other. */
const order: readonly Lock['kind'][] = ['name', 'customer', 'session']

/**
 * Locks the rows that a transaction works on. A session is locked by its cart; where it has none, the table refuses a second
 * one. An engine whose transactions write one after the other has nothing to lock.
 */
export function writeLocks(session: Session) {
  return {
    async lock(...locks) {
      if (session.writesAlone) return
      await session.takeTurns(locks.map(keyOf))
      const sorted = locks.toSorted(
        (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (keyOf(a) < keyOf(b) ? -1 : 1),
      )
      // On one connection, so one after the other.
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
