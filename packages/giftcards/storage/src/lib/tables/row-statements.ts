import type { Compilable, Kysely } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf } from '../statements/columns-of.ts'
import { itemsOf } from '../statements/placeholder.ts'
import type { Session } from '../statements/session.ts'
import { type Statement, statement, statementBy } from '../statements/statement.ts'
import { type Db, inChunks } from './db.ts'

/** Inserts any number of rows, none included. */
export type InsertRows<Table extends keyof Database> = (
  session: Session,
  rows: readonly Readonly<Database[Table]>[],
) => Promise<void>

/** The insert of a table: one statement for each number of rows. */
export function insertOf<Table extends keyof Database>(table: Table): InsertRows<Table> {
  interface Values {
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  }
  const columns: readonly string[] = tableColumns[table]
  const insert = statementBy(2, (db, { rows }: Values, length: number) =>
    untyped(db)
      .insertInto(table)
      .values(itemsOf(rows, length).map((row) => columnsOf(row, columns))),
  )
  return async (session, rows) => {
    await inChunks(rows, (chunk) => session.run(insert(chunk.length), { rows: chunk }))
  }
}

/** Tables of which a row is changed in some of its columns. */
type ChangedTable = 'carts' | 'coupons' | 'customers' | 'jobs' | 'orders'

/** Sets the columns of a row that are given. Throws where there is no such row. */
export type UpdateRow<Table extends ChangedTable, Column extends keyof Database[Table]> = (
  session: Session,
  id: Database[Table]['id'],
  change: { readonly [Name in Column]?: Database[Table][Name] | undefined },
) => Promise<void>

/** Updates of a row by its id: one statement for each choice among the given columns. */
export function updateOf<Table extends ChangedTable, Column extends keyof Database[Table] & string>(
  table: Table,
  columns: readonly Column[],
): UpdateRow<Table, Column> {
  interface Values {
    readonly id: number | string
    readonly change: Readonly<Record<string, unknown>>
  }
  const update = statementBy(columns.join(), (db, { id, change }: Values, chosen: string) =>
    untyped(db)
      .updateTable<string>(table)
      .set(columnsOf(change, chosen.split(',')))
      .where('id', '=', id),
  )
  return async (session, id, change) => {
    const chosen = columns.filter((column) => change[column] !== undefined)
    if (chosen.length === 0) return
    const updated = await session.run(update(chosen.join()), { id, change })
    // The tables are named in the plural.
    if (updated === 0) throw new Error(`No such ${table.slice(0, -1)}: ${id}`)
  }
}

/** Kysely for a table that is a parameter: what it knows of one table it cannot tell of any. */
export const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

const highestId = statementBy('customers', (db, _values: object, table: 'customers' | 'coupons') =>
  db.selectFrom(table).select((eb) => eb.fn.max('id').as('id')),
)

/** The id after the highest. Of two transactions that take the same at a time, one is rolled back and tries again. */
export async function nextId(session: Session, table: 'customers' | 'coupons'): Promise<number> {
  return ((await session.first(highestId(table), {}))?.id ?? 0) + 1
}

type RowOfQuery<Query> = Query extends Compilable<infer Row> ? Row : never

/** A query in two forms. */
export interface LockingStatement<Values, Row> {
  /** Locks nothing. */
  readonly plain: Statement<Values, Row>
  /** The form for a transaction: it locks rows, but not on an engine where one transaction writes at a time. */
  for(session: Session): Statement<Values, Row>
}

/** A query that locks the rows it finds; `lock` says how. */
export function lockingStatement<Values extends object, Query extends Compilable>(
  select: (db: Db, values: Values) => Query,
  lock: (query: Query) => Compilable,
): LockingStatement<Values, RowOfQuery<Query>> {
  type Row = RowOfQuery<Query>
  const plain = statement((db, values: Values) => select(db, values) as Compilable<Row>)
  const locking = statement((db, values: Values) => lock(select(db, values)) as Compilable<Row>)
  return { plain, for: (session) => (session.writesAlone ? plain : locking) }
}
