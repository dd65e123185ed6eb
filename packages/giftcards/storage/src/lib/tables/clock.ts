import { sql } from 'kysely'
import type { ClockSetting, StoreReader, StoreTransaction } from '@giftcards/marketplace'
import type { Database } from '../schema/database.ts'
import { assertSandbox } from '../schema/database-mode.ts'
import type { AuditLog } from './audit-log.ts'
import { compiled } from './compiled.ts'
import type { Db } from './db.ts'

/** The key of the only row. */
const id = 1

type ClockColumns = Pick<Database['clock_setting'], 'frozen_at' | 'offset_ms'>

/** Selects the only row of the setting. Never finds one in a production database, even if it exists. */
export function selectClock(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('clock_setting')
    .innerJoin('database_mode', 'database_mode.id', 'clock_setting.id')
    .where('database_mode.mode', '=', sql.lit('sandbox'))
}

const clockSetting = compiled((db) => selectClock(db).select(['frozen_at', 'offset_ms']))

/** Reads the setting of the service clock. */
export function readClock(db: Db) {
  return {
    async findClockSetting() {
      const [row] = (await clockSetting(db, {})).rows
      return row && fromClockColumns(row)
    },
  } satisfies Partial<StoreReader>
}

/** Sets the service clock. */
export function writeClock(db: Db, audit: AuditLog) {
  return {
    async putClockSetting({ frozenAt, offsetMs }) {
      await assertSandbox(db)
      const setting = { frozen_at: frozenAt, offset_ms: offsetMs }
      const put = db
        .insertInto('clock_setting')
        .values({ id, ...setting })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(setting))
      await audit.append([{ kind: 'clock.set', frozenAt, offsetMs }], put.execute())
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
