import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { appendAudit } from '../tables/audit-log.ts'
import type { Db } from '../tables/db.ts'
import { type ArchiveOptions, archiveRecords, type ArchiveReport } from './archive.ts'

/** A card's secrets in their stored form. */
export interface SealedCard {
  readonly cardId: number
  readonly sealed: string
}

/** The work of an operator's commands that the marketplace has no part in. */
export interface Upkeep {
  /** Moves old rows of the audit log, and old reads of secure data, to a file. */
  archive(options: ArchiveOptions): Promise<ArchiveReport>
  /** Cards with secrets, by id, after the given one. */
  listSealedCards(afterCardId: number, limit: number): Promise<readonly SealedCard[]>
  /**
   * Replaces sealed texts in one transaction, with one row in the audit log, and returns how many. A card whose text is no longer
   * `from` is left alone.
   */
  replaceSealedCards(
    changes: readonly (SealedCard & { readonly from: string })[],
    keyId: string,
  ): Promise<number>
}

const resealCard = statement(
  (
    db,
    { cardId, from, sealed }: { readonly cardId: number; readonly from: string; readonly sealed: string },
  ) =>
    db
      .updateTable('order_units')
      .set({ sealed_secrets: sealed })
      .where('id', '=', cardId)
      .where('sealed_secrets', '=', from),
)

/** The upkeep of an opened engine; `write` runs one transaction. */
export function createUpkeep(
  reader: Db,
  write: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
): Upkeep {
  return {
    archive: (options) => archiveRecords(reader, write, options),
    async listSealedCards(afterCardId, limit) {
      const rows = await reader
        .selectFrom('order_units')
        .select(['id', 'sealed_secrets'])
        .where('id', '>', afterCardId)
        .where('sealed_secrets', 'is not', null)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ cardId: row.id, sealed: row.sealed_secrets ?? '' }))
    },
    replaceSealedCards: (changes, keyId) =>
      write(async (session) => {
        let cards = 0
        for (const { cardId, from, sealed } of changes) {
          cards += await session.run(resealCard, { cardId, from, sealed })
        }
        if (cards > 0) await appendAudit(session, [{ kind: 'card-data.resealed', keyId, cards }])
        return cards
      }),
  }
}
