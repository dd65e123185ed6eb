import type { Db } from '../tables/db.ts'

/** Runs `work` on one consistent snapshot of a database in use. */
export function readSnapshot<T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute((trx) => work(trx))
}
