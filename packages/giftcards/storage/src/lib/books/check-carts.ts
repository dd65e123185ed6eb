import type { Db } from '../tables/db.ts'

/** Owners with more than one cart (decision: carts). */
export async function checkCarts(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('carts')
    .select(({ fn }) => ['owner_kind', 'owner_id', fn.countAll<number>().as('carts')])
    .groupBy(['owner_kind', 'owner_id'])
    .having(({ fn }) => fn.countAll(), '>', 1)
    .orderBy('owner_kind')
    .orderBy('owner_id')
    .execute()
  return rows.map(
    ({ owner_kind, owner_id, carts }) => `The ${owner_kind} ${owner_id} has ${carts} carts, not one`,
  )
}
