import type { Access } from '@giftcards/marketplace'
import type { Session } from '../statements/session.ts'
import { statement } from '../statements/statement.ts'
import { fromClockColumns, selectClock } from './clock.ts'
import { isId } from './db.ts'

const accessOf = statement(
  (db, { appId, customerId }: { readonly appId: string; readonly customerId: number | null }) =>
    db.selectNoFrom((eb) => [
      eb.selectFrom('apps').select('is_enabled').where('id', '=', appId).as('app_is_enabled'),
      eb
        .selectFrom('customers')
        .select('is_disabled')
        .where('id', '=', customerId)
        .as('customer_is_disabled'),
      selectClock(eb).select('frozen_at').as('frozen_at'),
      selectClock(eb).select('offset_ms').as('offset_ms'),
    ]),
)

/** Finds who may come in, and the service clock; in one statement, which is a snapshot by itself. */
export async function findAccess(
  session: Session,
  appId: string,
  customerId: number | null,
): Promise<Access> {
  const asked = customerId !== null && isId(customerId) ? customerId : null
  const row = await session.first(accessOf, { appId, customerId: asked })
  return {
    appIsEnabled: row?.app_is_enabled === 1,
    customerIsEnabled: row?.customer_is_disabled === 0,
    clock: row && fromClockColumns(row),
  }
}
