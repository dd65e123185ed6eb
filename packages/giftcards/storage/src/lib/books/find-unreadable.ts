import type { Findings } from '@giftcards/marketplace'
import { type DataTable, dataTables } from '../database/data-tables.ts'
import { readPages } from '../database/read-pages.ts'
import type { Db } from '../tables/db.ts'

type Kind = 'list' | 'record'

/** The columns that hold JSON, which no engine looks into. */
const documents: readonly (readonly [table: DataTable, columns: Readonly<Record<string, Kind>>])[] = [
  ['customers', { address: 'record' }],
  ['coupons', { merchant_ids: 'list', card_types: 'list' }],
  ['orders', { coupon: 'record', payment: 'record', shipping: 'record', plan: 'list' }],
  ['payments', { prepared_order: 'record', legs: 'list' }],
  ['jobs', { task: 'record' }],
]

/** Reports rows whose JSON cannot be read, and returns how many columns of them there are. */
export async function findUnreadable(db: Db, report: Findings['add']): Promise<number> {
  let unreadable = 0
  for (const [table, columns] of documents) {
    for await (const page of readPages(db, table)) {
      for (const row of page) {
        const cells = new Map(Object.entries<unknown>(row))
        const id = dataTables[table].map((key) => cells.get(key)).join('/')
        for (const [column, kind] of Object.entries(columns))
          if (!isReadable(cells.get(column), kind)) {
            unreadable += 1
            report(`Row ${id} of ${table} has no readable ${column}`)
          }
      }
    }
  }
  return unreadable
}

function isReadable(text: unknown, kind: Kind): boolean {
  if (typeof text !== 'string') return text === null
  try {
    const value: unknown = JSON.parse(text)
    return kind === 'list' ? Array.isArray(value) : typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
