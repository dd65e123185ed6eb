import { writeDatabase } from '../database/open-database.ts'
import { isMigrationConflict } from '../postgres/postgres-failure.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'

/** How many cards a rotation of keys sealed again. */
export interface ResealReport {
  readonly resealed: number
  /** Cards that the current key had sealed already. */
  readonly current: number
}

/** A card whose secrets are sealed again. */
interface Change {
  readonly cardId: number
  readonly from: string
  readonly to: string
}

const batchSize = 100

/**
 * Replaces the sealed secrets of every card by what `reseal` returns, by card id, a batch in one transaction with a row in the audit
 * log. `reseal` returns `undefined` for a text that it would not change. A card whose text has changed meanwhile is left alone.
 * Servers may run meanwhile. An interrupted run leaves either text, and the next run continues.
 */
export function resealCards(
  url: string,
  keyId: string,
  reseal: (cardId: number, sealed: string) => string | undefined,
): Promise<ResealReport> {
  return writeDatabase(url, async (db) => {
    let [resealed, current] = [0, 0]
    for (let after = 0; ;) {
      const cards = await db
        .selectFrom('order_units')
        .select(['id', 'sealed_secrets'])
        .where('id', '>', after)
        .where('sealed_secrets', 'is not', null)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      const last = cards.at(-1)
      if (last === undefined) return { resealed, current }
      const changes = cards.flatMap(({ id: cardId, sealed_secrets: from }): Change[] => {
        const to = from === null ? undefined : reseal(cardId, from)
        return from === null || to === undefined ? [] : [{ cardId, from, to }]
      })
      resealed += await retryConflicts(isMigrationConflict, () => replace(db, keyId, changes))
      current += cards.length - changes.length
      after = last.id
    }
  })
}

function replace(db: Db, keyId: string, changes: readonly Change[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    let cards = 0
    for (const { cardId, from, to } of changes) {
      const { numUpdatedRows } = await trx
        .updateTable('order_units')
        .set({ sealed_secrets: to })
        .where('id', '=', cardId)
        .where('sealed_secrets', '=', from)
        .executeTakeFirstOrThrow()
      cards += Number(numUpdatedRows)
    }
    if (cards > 0) await appendAudit(trx, [{ kind: 'card-data.resealed', keyId, cards }])
    return cards
  })
}
