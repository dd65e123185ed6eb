import { beforeAll, describe, expect, it } from 'vitest'
import { describeStore } from '../../port-suite.ts'
import { keepStore } from '../testing/keep-store.ts'
import { openInMemory, openRecordedSqlite } from '../testing/recorded-store.ts'

/** Every statement that the suite of the port has run. */
const statements = new Set<string>()

describeStore(
  'openSqliteStore in memory',
  keepStore(() => openRecordedSqlite((statement) => void statements.add(statement))),
)

/** Statements that scan a whole table, or sort their result. */
const exceptions: readonly string[] = [
  // The lists of an operator, which show all there is.
  'select count(*) as "orders" from "orders"',
  'customers" order by "id"',
  'from "stock" order by',
  'from "apps" order by',
  'from "merchants" order by',
  'from "coupons" order by',
  // The lines of many carts, and the units of many orders, by position.
  'from "cart_lines" where "cart_id" in (',
  'from "order_units" where "order_id" in (',
  // The newest orders: read from the end of the table, and no further than the limit.
  'from "orders" order by "id" desc limit',
  // Jobs that wait: a few.
  'group by "kind", "state"',
  // Tables of a row or a few.
  'from "apps" limit',
  'from "clock_setting"',
  'from "database_mode"',
  // A sandbox begins anew, when nothing refers to its customers.
  'delete from "stock"',
  'insert into "customers"',
]

describe('the statements of the store', () => {
  let explain: (statement: string) => string
  beforeAll(async () => {
    const { database } = await openInMemory()
    explain = (statement) =>
      database
        .prepare(`explain query plan ${statement}`)
        .all()
        .map((row) => String(row['detail']))
        .join('; ')
    return () => database.close()
  })

  it('have no limit that is a bare parameter, for which SQLite plans them anew each time', () => {
    expect([...statements].filter((statement) => / limit \?/.test(statement))).toEqual([])
  })

  it('find by an index, and sort by it', () => {
    const plans = [...statements]
      .filter((statement) => exceptions.every((part) => !statement.includes(part)))
      // A sandbox begins anew: every table is emptied.
      .filter((statement) => !/^delete from "\w+"$/.test(statement))
      .map((statement) => `${statement}: ${explain(statement)}`)
    expect(plans.length).toBeGreaterThan(60)
    // The last terms are those of rows that the index has already brought together: there are few.
    expect(
      plans.filter((plan) =>
        /: .*(SCAN (?!\d+-ROW VALUES|\d+ CONSTANT ROW|CONSTANT ROW)|TEMP B-TREE (?!FOR LAST))/.test(plan),
      ),
    ).toEqual([])
  })
})
