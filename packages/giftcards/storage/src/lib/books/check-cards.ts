import type { Findings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Db, mostRows } from '../tables/db.ts'

/** Cards with secrets before they are fulfilled, or without afterwards, and orders whose cards share a position. */
export async function checkCards(db: Db, report: Findings['add']): Promise<void> {
  const sealed = await sql<{ id: number; fulfilled_at: number | null }>`
    select id, fulfilled_at from order_units
    where (fulfilled_at is null) <> (sealed_secrets is null) order by id limit ${mostRows}`.execute(db)
  const placed = await sql<{ order_id: number; position: number }>`
    select order_id, position from order_units
    group by order_id, position having count(*) > 1 order by order_id, position limit ${mostRows}`.execute(db)
  for (const { id, fulfilled_at } of sealed.rows)
    report(
      fulfilled_at === null
        ? `Card ${id} has sealed secrets, but is not fulfilled`
        : `Card ${id} is fulfilled, but has no sealed secrets`,
    )
  for (const { order_id, position } of placed.rows)
    report(`Order ${order_id} has several cards at position ${position}`)
}
