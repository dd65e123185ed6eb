import type { StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Db } from './db.ts'

/** The table has this one row. */
const id = 1

/** Finds how the service clock was set. */
export function readClock(db: Db): Pick<StoreReader, 'findClockSetting'> {
  return {
    async findClockSetting() {
      const row = await db.selectFrom('clock_setting').selectAll().executeTakeFirst()
      return row && { frozenAt: row.frozen_at, offsetMs: row.offset_ms }
    },
  }
}

/** Sets the service clock. */
export function writeClock(db: Db): Pick<StoreTransaction, 'putClockSetting'> {
  return {
    async putClockSetting({ frozenAt, offsetMs }) {
      const columns = { frozen_at: frozenAt, offset_ms: offsetMs }
      await db
        .insertInto('clock_setting')
        .values({ id, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },
  }
}
