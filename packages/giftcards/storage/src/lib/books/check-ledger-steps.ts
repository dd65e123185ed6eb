import { sql } from 'kysely'
import type { Db } from '../tables/db.ts'

/** Ledger rows whose balance is not the one before it and their amount, each by itself. */
export async function checkLedgerSteps(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ id: number; customer_id: number; balance_cents: number; expected: number }>`
    select id, customer_id, balance_cents, before + amount_cents as expected
    from (
      select id, customer_id, amount_cents, balance_cents,
        coalesce(lag(balance_cents) over (partition by customer_id order by id), 0) as before
      from drawdown_transactions
    ) as steps
    where balance_cents <> before + amount_cents order by id`.execute(db)
  return rows.map(
    ({ id, customer_id, balance_cents, expected }) =>
      `Ledger row ${id} of customer ${customer_id} has balance ${balance_cents}, but the one before it and its amount make ${expected}`,
  )
}
