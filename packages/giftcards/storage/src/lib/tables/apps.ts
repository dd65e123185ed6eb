import type { StoreReader } from '@giftcards/marketplace'
import { fromFlag } from '../schema/columns.ts'
import { tableColumns } from '../schema/database.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

const appById = statement((db, { id }: { readonly id: string }) =>
  db.selectFrom('apps').select(tableColumns.apps).where('id', '=', id),
)

/** Finds partner applications. */
export function readApps(session: Session): Pick<StoreReader, 'findApp'> {
  return {
    async findApp(appId) {
      const row = await session.first(appById, { id: appId })
      return row && { id: row.id, isEnabled: fromFlag(row.is_enabled) }
    },
  }
}
