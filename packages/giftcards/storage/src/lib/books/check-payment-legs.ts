import type { Findings } from '@giftcards/marketplace'
import { sql } from 'kysely'
import { type Db, mostRows } from '../tables/db.ts'

/** Orders whose payment says something else than they do: money kept of a canceled one, or given back of one that goes on. */
export async function checkPaymentLegs(db: Db, report: Findings['add']): Promise<void> {
  const { rows } = await sql<{ order_id: number; position: number; state: string; status: string | null }>`
    select legs.order_id, legs.position, legs.state, orders.status
    from payment_legs as legs
      left join orders on orders.id = legs.order_id
      left join payments on payments.reference = legs.reference
    where (legs.state = 'pending' and payments.reference is null)
      or (legs.state in ('charged', 'refunding', 'refunded') and orders.id is null)
      or (legs.state = 'charged' and orders.status = 'Canceled')
      or (legs.state in ('refunding', 'refunded') and orders.status <> 'Canceled')
      or (legs.state = 'refunding' and not exists (
        select 1 from jobs where jobs.id = 'refund/' || legs.order_id || '/' || legs.position and jobs.state <> 'done'))
    order by legs.order_id, legs.position limit ${mostRows}`.execute(db)
  for (const { order_id, position, state, status } of rows)
    report(
      `Leg ${position} of the payment for order ${order_id} is ${state}, but the order is ${status ?? 'not there'} or nobody is at work on it`,
    )
}
