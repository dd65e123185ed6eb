import type { StoreReader } from '@giftcards/marketplace'
import { fromFlag } from '../schema/columns.ts'
import type { Db } from './db.ts'

/** Finds partner applications. */
export function readApps(db: Db): Pick<StoreReader, 'findApp'> {
  return {
    async findApp(appId) {
      const row = await db.selectFrom('apps').selectAll().where('id', '=', appId).executeTakeFirst()
      return row && { id: row.id, isEnabled: fromFlag(row.is_enabled) }
    },
  }
}
