import type { Findings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Db, mostRows } from '../tables/db.ts'

interface AnsweredKey {
  readonly customer_id: number
  readonly order_id: number
}

/** Keys that are answered by another customer's order, and orders that answer several keys (decision: checkout). */
export async function checkIdempotency(db: Db, report: Findings['add']): Promise<void> {
  const foreign = await sql<AnsweredKey>`
    select records.customer_id, records.order_id
    from idempotency_records as records join orders on orders.id = records.order_id
    where orders.customer_id <> records.customer_id order by records.order_id, records.customer_id limit ${mostRows}`.execute(
    db,
  )
  const shared = await sql<AnsweredKey>`
    select min(customer_id) as customer_id, order_id from idempotency_records
    where order_id is not null group by order_id having count(*) > 1 order by order_id limit ${mostRows}`.execute(
    db,
  )
  // Without the keys, which are the callers' own.
  for (const { customer_id, order_id } of foreign.rows)
    report(`A key of customer ${customer_id} is answered by order ${order_id} of another`)
  for (const { order_id } of shared.rows) report(`Order ${order_id} answers several keys`)
}
