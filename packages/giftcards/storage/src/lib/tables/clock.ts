import { sql } from 'kysely'
import type { ClockSetting, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { assertSandbox } from '../schema/database-mode.ts'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import type { Db } from './db.ts'
import { putOf } from './row-statements.ts'

/** The table has this one row. */
const id = 1

type ClockColumns = Pick<Database['clock_setting'], 'frozen_at' | 'offset_ms'>

/** The one row of the setting. In a production database it is never found, even if it exists. */
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

const putClock = putOf('clock_setting', ['id'])

/** Sets the service clock. */
export function writeClock(session: Session) {
  return {
    async putClockSetting({ frozenAt, offsetMs }) {
      await assertSandbox(session)
      await session.run(putClock, { id, frozen_at: frozenAt, offset_ms: offsetMs })
    },
  } satisfies Partial<StoreTransaction>
}

/** A setting from its columns; `undefined` if there is no row, for which a subquery returns null. */
export function fromClockColumns({
  frozen_at: frozenAt,
  offset_ms: offsetMs,
}: {
  readonly [Column in keyof ClockColumns]: ClockColumns[Column] | null
}): ClockSetting | undefined {
  return offsetMs === null ? undefined : { frozenAt, offsetMs }
}
