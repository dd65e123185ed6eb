import { checkBooks, createFindings } from '@giftcards/marketplace'
import { type OnProgress, readDatabase } from '../database/open-database.ts'
import { countRows, type Db } from '../tables/db.ts'
import { createBooksReader } from './books-reader.ts'
import { columnChecks, documentChecks, findUnreadable } from './check-rows.ts'

/** The findings of an audit of a database. */
export interface BooksReport {
  /** A sentence for each thing that is broken, by its id; none holds a secret. */
  readonly broken: readonly string[]
  /** How many rows were read. */
  readonly checked: {
    readonly orders: number
    readonly cards: number
    readonly carts: number
    readonly payments: number
    readonly ledgerRows: number
  }
}

/**
 * Audits a database, in use or not, from one snapshot: by the rules of the marketplace, and by what only the rows themselves
 * show. Changes nothing. Rejects with `StoreOpenError` if the schema is not that of this version.
 */
export function checkDatabase(url: string, onProgress: OnProgress): Promise<BooksReport> {
  return readDatabase(url, (db) => checkSnapshot(db, onProgress))
}

async function checkSnapshot(db: Db, onProgress: OnProgress): Promise<BooksReport> {
  const checked = {
    orders: await countRows(db.selectFrom('orders')),
    cards: await countRows(db.selectFrom('order_units')),
    carts: await countRows(db.selectFrom('carts')),
    payments: await countRows(db.selectFrom('payments')),
    ledgerRows:
      (await countRows(db.selectFrom('drawdown_transactions'))) +
      (await countRows(db.selectFrom('store_credit_transactions'))),
  }
  const findings = createFindings()
  for (const [step, check] of columnChecks) {
    await onProgress(step)
    await check(db, findings.add)
  }
  await onProgress('documents')
  if ((await findUnreadable(db, findings.add)) > 0) {
    findings.add('Nothing else can be checked until these are readable')
    return { broken: findings.list(), checked }
  }
  for (const [step, check] of documentChecks) {
    await onProgress(step)
    await check(db, findings.add)
  }
  return {
    broken: [...findings.list(), ...(await checkMarketplace(db, checked.orders, onProgress))],
    checked,
  }
}

function checkMarketplace(db: Db, orders: number, onProgress: OnProgress): Promise<readonly string[]> {
  const reader = createBooksReader(db)
  let listed = 0
  return checkBooks({
    ...reader,
    async listOrders(after, limit) {
      const page = await reader.listOrders(after, limit)
      listed += page.length
      await onProgress(`orders: ${listed} of ${orders}`)
      return page
    },
  })
}
