import { sql } from 'kysely'
import type { ClockSetting, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import { assertSandbox } from '../schema/database-mode.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import type { Db } from './db.ts'

/** The table has this one row. */
const id = 1

type ClockColumns = Pick<Database['clock_setting'], 'frozen_at' | 'offset_ms'>

/** The one row of the setting. In a production database a row that is there nevertheless is not found. */
export function selectClock(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('clock_setting')
    .innerJoin('database_mode', 'database_mode.id', 'clock_setting.id')
    .where('database_mode.mode', '=', sql.lit('sandbox'))
}

const clockSetting = statement((db) => selectClock(db).select(['frozen_at', 'offset_ms']))

/** Finds how the service clock was set. */
export function readClock(session: Session) {
  return {
    async findClockSetting() {
      const row = await session.first(clockSetting, {})
      return row && fromClockColumns(row)
    },
  } satisfies Partial<StoreReader>
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
export function writeClock(session: Session) {
  return {
    async putClockSetting({ frozenAt, offsetMs }) {
      await assertSandbox(session)
      await session.run(putClock, { id, frozen_at: frozenAt, offset_ms: offsetMs })
    },
  } satisfies Partial<StoreTransaction>
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
