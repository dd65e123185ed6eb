import { type Lock, ownerText, type StoreTransaction } from '@giftcards/marketplace'
import { type OwnerColumns, toOwnerColumns } from './carts.ts'
import { compiled, type Param } from './compiled.ts'
import { type Db, deleteByKey, isPostgres, limitOf } from './db.ts'
import type { Session } from './session.ts'

const lockCustomer = compiled((db, param: Param<{ readonly id: number }>) =>
  db.selectFrom('customers').select('id').where('id', '=', param('id')).forNoKeyUpdate(),
)

const lockCart = compiled((db, param: Param<OwnerColumns>) =>
  db
    .selectFrom('carts')
    .select('id')
    .where('owner_kind', '=', param('owner_kind'))
    .where('owner_id', '=', param('owner_id'))
    .forUpdate(),
)

/** The order in which every transaction locks, which prevents deadlocks. */
const order: readonly Lock['kind'][] = ['name', 'customer', 'session']

/**
 * Locks the rows that a transaction works on. A session is locked by its cart; if it has no cart yet, the unique key of `carts`
 * rejects a second one. SQLite needs no locks, since its write transactions run one after the other.
 */
export function writeLocks(session: Session) {
  const { db } = session
  return {
    async lock(...locks) {
      if (!isPostgres(db)) return
      await session.takeTurns(locks.map(keyOf))
      const sorted = locks.toSorted(
        (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (keyOf(a) < keyOf(b) ? -1 : 1),
      )
      // They run one after the other: they share one connection.
      await Promise.all(sorted.map((lock) => lockRows(db, lock)))
    },
  } satisfies Partial<StoreTransaction>
}

async function lockRows(db: Db, lock: Lock): Promise<void> {
  if (lock.kind === 'name') {
    const taken = { taken_at: Date.now() }
    // Writing the row of a name locks it until the end of the transaction.
    await db
      .insertInto('named_locks')
      .values({ name: lock.name, ...taken })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(taken))
      .execute()
    return
  }
  const cart = toOwnerColumns(lock)
  if (lock.kind === 'customer') {
    await Promise.all([
      lockCustomer(db, { id: lock.customerId }),
      // The cart too: the job that frees expired carts locks carts alone.
      lockCart(db, cart),
    ])
  } else await lockCart(db, cart)
}

/** How long the row of a name is kept, in real time. Only transactions that hold or await the lock need it. */
const keptMs = 3_600_000

/** Deletes at most `limit` rows of names that were not locked recently. */
export async function purgeLocks(db: Db, limit: number): Promise<void> {
  // Not the service clock, by which other records age: a sandbox can set it.
  const before = Date.now() - keptMs
  const old = await db
    .selectFrom('named_locks')
    .select('name')
    .where('taken_at', '<', before)
    .orderBy('taken_at')
    .limit(limitOf(limit))
    .execute()
  await deleteByKey(
    old.map(({ name }) => name),
    (names) => db.deleteFrom('named_locks').where('name', 'in', names).where('taken_at', '<', before),
  )
}

function keyOf(lock: Lock): string {
  return lock.kind === 'name' ? `name/${lock.name}` : ownerText(lock)
}
