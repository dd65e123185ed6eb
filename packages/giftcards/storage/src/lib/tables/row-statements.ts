import type { Compilable, Kysely } from 'kysely'
import { type Database, tableColumns } from '../schema/database.ts'
import { columnsOf, itemsOf, statement, type Statement, statementBy } from '../statements/statement.ts'
import type { Session } from '../statements/session.ts'
import { type Db, inChunks } from './db.ts'

/** Inserts any number of rows into a table, also none; by one statement for each number of rows. */
export function insertOf<Table extends keyof Database>(table: Table) {
  interface Values {
    readonly rows: readonly Readonly<Record<string, unknown>>[]
  }
  const columns: readonly string[] = tableColumns[table]
  const insert = statementBy(2, (db, { rows }: Values, length: number) =>
    untyped(db)
      .insertInto<string>(table)
      .values(itemsOf(rows, length).map((row) => columnsOf(row, columns))),
  )
  return async (session: Session, rows: readonly Readonly<Database[Table]>[]): Promise<void> => {
    await inChunks(rows, (chunk) => session.run(insert(chunk.length), { rows: chunk }))
  }
}

/** Inserts a row, or replaces the row with the same key. */
export function putOf<Table extends keyof Database>(
  table: Table,
  key: readonly (keyof Database[Table] & string)[],
): Statement<Readonly<Database[Table]>, unknown> {
  const columns: readonly string[] = tableColumns[table]
  const others: readonly string[] = tableColumns[table].filter((column) => !key.includes(column))
  return statement((db, row: Readonly<Record<string, unknown>>) =>
    untyped(db)
      .insertInto<string>(table)
      .values(columnsOf(row, columns))
      .onConflict((conflict) => conflict.columns(key).doUpdateSet(columnsOf(row, others))),
  )
}

/** Tables in which some columns of a row are changed by its id. */
type ChangedTable = 'carts' | 'coupons' | 'customers' | 'jobs' | 'orders'

/** Some columns of a row and their new values. */
type Change<Table extends ChangedTable, Column extends keyof Database[Table]> = {
  readonly [Name in Column]?: Database[Table][Name] | undefined
}

/**
 * Sets those of the given columns that a change names, by one statement for each choice among them. Throws if no row has the id.
 */
export function updateOf<Table extends ChangedTable, Column extends keyof Database[Table] & string>(
  table: Table,
  columns: readonly Column[],
) {
  const update = updateBy(table, columns)
  return async (
    session: Session,
    id: Database[Table]['id'],
    change: Change<Table, Column>,
  ): Promise<void> => {
    // The tables are named in the plural.
    if ((await update(session, id, change)) === 0) throw new Error(`No such ${table.slice(0, -1)}: ${id}`)
  }
}

/** Like `updateOf`, but only where a column has the expected value. Returns whether it had. */
export function updateIfOf<Table extends ChangedTable, Column extends keyof Database[Table] & string>(
  table: Table,
  columns: readonly Column[],
  guard: Column,
) {
  const update = updateBy(table, columns, guard)
  return async (
    session: Session,
    id: Database[Table]['id'],
    change: Change<Table, Column>,
    expected: Database[Table][Column],
  ): Promise<boolean> => (await update(session, id, change, expected)) === 1
}

/** Returns how many rows were changed; one where the change names no column. */
function updateBy(table: ChangedTable, columns: readonly string[], guard?: string) {
  interface Values {
    readonly id: number | string
    readonly change: Readonly<Record<string, unknown>>
    readonly expected?: unknown
  }
  const update = statementBy(columns.join(), (db, { id, change, expected }: Values, chosen: string) => {
    const changed = untyped(db)
      .updateTable<string>(table)
      .set(columnsOf(change, chosen.split(',')))
      .where('id', '=', id)
    return guard === undefined ? changed : changed.where(guard, '=', expected)
  })
  return async (
    session: Session,
    id: number | string,
    change: Readonly<Record<string, unknown>>,
    expected?: unknown,
  ): Promise<number> => {
    const chosen = columns.filter((column) => change[column] !== undefined)
    return chosen.length === 0 ? 1 : session.run(update(chosen.join()), { id, change, expected })
  }
}

/** Kysely without the types of the tables, for a statement whose table is a parameter. */
export const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

const highestId = statementBy('customers', (db, _values: object, table: 'customers' | 'coupons') =>
  db.selectFrom(table).select((eb) => eb.fn.max('id').as('id')),
)

/** The id after the highest one. If two transactions take the same id, one of them is rolled back and retried. */
export async function nextId(session: Session, table: 'customers' | 'coupons'): Promise<number> {
  return ((await session.first(highestId(table), {}))?.id ?? 0) + 1
}

type RowOfQuery<Query> = Query extends Compilable<infer Row> ? Row : never

/** A query in two forms: with row locks, and without. */
export interface LockingStatement<Values, Row> {
  /** Takes no locks. */
  readonly plain: Statement<Values, Row>
  /** The form for a transaction that writes: it takes locks, unless the engine runs such transactions one after the other. */
  for(session: Session): Statement<Values, Row>
}

/** Defines a query that locks the rows it finds; `lock` adds the locking clause. */
export function lockingStatement<Values extends object, Query extends Compilable>(
  select: (db: Db, values: Values) => Query,
  lock: (query: Query) => Compilable,
): LockingStatement<Values, RowOfQuery<Query>> {
  type Row = RowOfQuery<Query>
  const plain = statement((db, values: Values) => select(db, values) as Compilable<Row>)
  const locking = statement((db, values: Values) => lock(select(db, values)) as Compilable<Row>)
  return { plain, for: (session) => (session.writesAlone ? plain : locking) }
}
