import type { Findings } from '@giftcards/marketplace'
import { type Db, mostRows } from '../tables/db.ts'

/** Owners with more than one cart (decision: carts). */
export async function checkCarts(db: Db, report: Findings['add']): Promise<void> {
  const rows = await db
    .selectFrom('carts')
    .select(({ fn }) => ['owner_kind', 'owner_id', fn.countAll<number>().as('carts')])
    .groupBy(['owner_kind', 'owner_id'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('owner_kind')
    .orderBy('owner_id')
    .limit(mostRows)
    .execute()
  for (const { owner_kind, owner_id, carts } of rows)
    report(`The ${owner_kind} ${owner_id} has ${carts} carts, not one`)
}
