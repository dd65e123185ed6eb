import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../schema/database.ts'
import { migrate } from '../schema/migrate.ts'
import { listStatements } from '../testing/list-statements.ts'
import { createSqliteDialect, SqliteConnection, sqliteTypes } from './sqlite-connection.ts'

/** Statements that look at every row of a table, or sort what they found. */
const exceptions: readonly string[] = [
  // The lists of an operator, which show all there is.
  'select count(*) as "orders" from "orders"',
  'customers" order by "id"',
  'from "stock" order by',
  'from "apps" order by',
  'from "merchants" order by',
  'from "coupons" order by',
  // The lines of many carts, and the units of many orders, by position.
  '"cart_id" in (?, ?, ?)',
  '"order_id" in (?, ?, ?)',
  // The newest orders: read from the end of the table, and no further than the limit.
  'from "orders" order by "id" desc limit',
  // Jobs that wait: a few.
  'group by "kind", "state"',
  // An audit looks whether a card is there twice: along the primary key.
  'from "order_units" group by "id"',
  // Tables of a row or a few.
  'from "apps" limit',
  'from "clock_setting"',
  // A sandbox begins anew, when nothing refers to its customers.
  'delete from "stock"',
  'insert into "customers"',
]

describe('the statements of the store', () => {
  it('have no limit that is a bare parameter, for which SQLite plans them anew each time', () => {
    expect(listStatements('sqlite').filter((statement) => / limit \?/.test(statement))).toEqual([])
  })

  it('find by an index, and sort by it', async () => {
    const database = new DatabaseSync(':memory:')
    const db = new Kysely<Database>({ dialect: createSqliteDialect(new SqliteConnection(database, 0)) })
    onTestFinished(() => db.destroy())
    await migrate(db, sqliteTypes, 'sandbox')
    const explain = (statement: string) =>
      database
        .prepare(`explain query plan ${statement}`)
        .all()
        .map((row) => String(row['detail']))
    const plans = listStatements('sqlite')
      .filter((statement) => exceptions.every((part) => !statement.includes(part)))
      .map((statement) => `${statement}: ${explain(statement).join('; ')}`)
    expect(plans.length).toBeGreaterThan(60)
    // The last terms are those of rows that the index has already brought together: there are few.
    expect(
      plans.filter((plan) =>
        /: .*(SCAN (?!\d+-ROW VALUES|\d+ CONSTANT ROW|CONSTANT ROW)|TEMP B-TREE (?!FOR LAST))/.test(plan),
      ),
    ).toEqual([])
  })
})
