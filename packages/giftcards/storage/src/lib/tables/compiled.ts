import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A placeholder for a value in a query that is compiled before its values are known. */
class Parameter {
  readonly item: number
  readonly name: PropertyKey

  constructor(item: number, name: PropertyKey) {
    this.item = item
    this.name = name
  }
}

/** Creates a placeholder for a value of a compiled query. */
export type Param<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

/** The longest list with a compiled query. Longer lists are rare, so their queries are built each time. */
const longestKept = 16

/**
 * A query that is compiled on its first run, and afterwards only bound. For queries of nearly every request, compiling costs more
 * than the database does (decision 0020).
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, param: Param<Values>) => Compilable<Row>,
): (db: Db, values: NoInfer<Values>) => Promise<QueryResult<Row>> {
  const run = compiledForEach<Values, Row>((db, params) => build(db, params[0]!))
  return (db, values) => run(db, [values])
}

/** The same for a list of items, once for each length: `params` names the values of one item after the other. */
export function compiledForEach<Item extends object, Row>(
  build: (db: Db, params: readonly Param<Item>[]) => Compilable<Row>,
): (db: Db, items: readonly NoInfer<Item>[]) => Promise<QueryResult<Row>> {
  // By engine, because each has its own SQL.
  const kept = new WeakMap<object, (CompiledQuery<Row> | undefined)[]>()
  return (db, items) => {
    const { adapter } = db.getExecutor()
    const queries = kept.get(adapter) ?? []
    kept.set(adapter, queries)
    const query = queries[items.length] ?? build(db, items.map(paramsAt)).compile()
    if (items.length <= longestKept) queries[items.length] = query
    const parameters = query.parameters.map((each) =>
      each instanceof Parameter
        ? (items[each.item] as Readonly<Record<PropertyKey, unknown>>)[each.name]
        : each,
    )
    const bound = { ...query, parameters }
    // Bypasses Kysely's plugins and cancellation, which are unused here and take as long as a short statement.
    return db.getExecutor().provideConnection((connection) => connection.executeQuery<Row>(bound))
  }
}

const paramsAt =
  (_item: unknown, at: number) =>
  (name: PropertyKey): RawBuilder<never> =>
    sql.val(new Parameter(at, name)) as RawBuilder<never>

/** Returns a row to insert, with a placeholder for each column. */
export function paramsOf<Row extends object, Column extends keyof Row & string>(
  of: Param<Row>,
  columns: readonly Column[],
): { readonly [Name in Column]: RawBuilder<Row[Name]> } {
  return Object.fromEntries(columns.map((column) => [column, of(column)])) as {
    readonly [Name in Column]: RawBuilder<Row[Name]>
  }
}
