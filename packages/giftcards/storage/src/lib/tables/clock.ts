import type { ClockSetting, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { tableColumns } from '../schema/table-columns.ts'
import { columnsOf } from '../statements/columns-of.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'

/** The table has this one row. */
const id = 1

type ClockColumns = Pick<Database['clock_setting'], 'frozen_at' | 'offset_ms'>

const clockSetting = statement((db) =>
  db.selectFrom('clock_setting').select(['frozen_at', 'offset_ms']).where('id', '=', id),
)

/** Finds how the service clock was set. */
export function readClock(session: Session): Pick<StoreReader, 'findClockSetting'> {
  return {
    async findClockSetting() {
      const row = await session.first(clockSetting, {})
      return row && fromClockColumns(row)
    },
  }
}

const putClock = statement((db, row: Database['clock_setting']) =>
  db
    .insertInto('clock_setting')
    .values(columnsOf(row, tableColumns.clock_setting))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ frozen_at: row.frozen_at, offset_ms: row.offset_ms }),
    ),
)

/** Sets the service clock. */
export function writeClock(session: Session): Pick<StoreTransaction, 'putClockSetting'> {
  return {
    async putClockSetting({ frozenAt, offsetMs }) {
      await session.run(putClock, { id, frozen_at: frozenAt, offset_ms: offsetMs })
    },
  }
}

/** A setting from its columns; `undefined` where there is no row, for which a query beside others answers null. */
export function fromClockColumns({
  frozen_at: frozenAt,
  offset_ms: offsetMs,
}: {
  readonly [Column in keyof ClockColumns]: ClockColumns[Column] | null
}): ClockSetting | undefined {
  return offsetMs === null ? undefined : { frozenAt, offsetMs }
}
