import { checkBooks, createFindings, type Findings } from '@giftcards/marketplace'
import { assertCurrentSchema } from '../database/assert-current-schema.ts'
import type { OnProgress } from '../database/on-progress.ts'
import { withDatabase } from '../database/open-database.ts'
import { readSnapshot } from '../database/read-snapshot.ts'
import { createKyselySession } from '../statements/session.ts'
import { countRows, type Db } from '../tables/db.ts'
import { checkCards } from './check-cards.ts'
import { checkCarts } from './check-carts.ts'
import { checkIdempotency } from './check-idempotency.ts'
import { checkNextSteps } from './check-next-steps.ts'
import { checkNumberSeries } from './check-number-series.ts'
import { checkPaymentLegs } from './check-payment-legs.ts'
import { createBooksReader } from './books-reader.ts'
import { findOrphans } from './find-orphans.ts'
import { findUnreadable } from './find-unreadable.ts'

/** What an audit of a database found. */
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
 * Audits a database, in use or not, from one snapshot: what the marketplace says of its books, and what only the rows
 * themselves show. Changes nothing. Rejects with `StoreOpenError` where the schema is not that of this version.
 */
export function checkDatabase(url: string, onProgress: OnProgress): Promise<BooksReport> {
  return withDatabase(url, false, async (database) => {
    await assertCurrentSchema(database)
    return readSnapshot(database.db, (db) => checkSnapshot(db, onProgress))
  })
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
  for (const [step, check] of rowChecks) {
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

/** Reports a sentence for each thing that is broken. */
type Check = readonly [step: string, check: (db: Db, report: Findings['add']) => Promise<void>]

const rowChecks: readonly Check[] = [
  ['references', findOrphans],
  ['owners of carts', checkCarts],
  ['secrets of cards', checkCards],
  ['idempotency keys', checkIdempotency],
  ['legs of payments', checkPaymentLegs],
]

const documentChecks: readonly Check[] = [
  ['number series', checkNumberSeries],
  ['plans of orders', checkNextSteps],
]

function checkMarketplace(db: Db, orders: number, onProgress: OnProgress): Promise<readonly string[]> {
  const reader = createBooksReader(createKyselySession(db))
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
