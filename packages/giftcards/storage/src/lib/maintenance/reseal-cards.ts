import { writeDatabase } from '../database/open-database.ts'
import { isMigrationConflict } from '../postgres/postgres-failure.ts'
import { retryConflicts } from '../retry-conflicts.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'

/** The counts of a key rotation. */
export interface ResealReport {
  readonly resealed: number
  /** Cards already sealed with the current key. */
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
 * Replaces the sealed secrets of every card with the result of `reseal`, in order of card id. Each batch is one transaction, with
 * a row in the audit log. `reseal` returns `undefined` for a text that needs no change. Cards changed meanwhile are skipped.
 * Servers may run meanwhile. After an interruption every card can still be read, and the next run continues.
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
