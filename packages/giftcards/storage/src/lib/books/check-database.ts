import { checkBooks } from '@giftcards/marketplace'
import { assertCurrentSchema } from '../database/assert-current-schema.ts'
import type { OnProgress } from '../database/on-progress.ts'
import { withDatabase } from '../database/open-database.ts'
import { readSnapshot } from '../database/read-snapshot.ts'
import { countRows, type Db } from '../tables/db.ts'
import { checkCards } from './check-cards.ts'
import { checkCarts } from './check-carts.ts'
import { checkCouponLimits } from './check-coupon-limits.ts'
import { checkIdempotency } from './check-idempotency.ts'
import { checkLedgerSteps } from './check-ledger-steps.ts'
import { checkNextSteps } from './check-next-steps.ts'
import { checkNumberSeries } from './check-number-series.ts'
import { checkPaymentLegs } from './check-payment-legs.ts'
import { createBooksReader } from './create-books-reader.ts'
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
    ledgerRows: await countRows(db.selectFrom('drawdown_transactions')),
  }
  const broken: string[] = []
  for (const [step, check] of rowChecks) {
    await onProgress(step)
    broken.push(...(await check(db)))
  }
  await onProgress('documents')
  const unreadable = await findUnreadable(db)
  if (unreadable.length > 0)
    return {
      broken: [...broken, ...unreadable, 'Nothing else can be checked until these are readable'],
      checked,
    }
  for (const [step, check] of documentChecks) {
    await onProgress(step)
    broken.push(...(await check(db)))
  }
  return { broken: [...broken, ...(await checkMarketplace(db, checked.orders, onProgress))], checked }
}

type Check = readonly [step: string, check: (db: Db) => Promise<readonly string[]>]

const rowChecks: readonly Check[] = [
  ['references', findOrphans],
  ['steps of the ledgers', checkLedgerSteps],
  ['owners of carts', checkCarts],
  ['limits of coupons', checkCouponLimits],
  ['secrets of cards', checkCards],
  ['idempotency keys', checkIdempotency],
  ['legs of payments', checkPaymentLegs],
]

const documentChecks: readonly Check[] = [
  ['number series', checkNumberSeries],
  ['plans of orders', checkNextSteps],
]

function checkMarketplace(db: Db, orders: number, onProgress: OnProgress): Promise<readonly string[]> {
  const reader = createBooksReader(db)
  let listed = 0
  return checkBooks({
    ...reader,
    async listOrderIds(after, limit) {
      const ids = await reader.listOrderIds(after, limit)
      listed += ids.length
      await onProgress(`orders: ${listed} of ${orders}`)
      return ids
    },
  })
}
