import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Stands for a value in a query that is compiled before its values are known. */
class Parameter {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Names one of the values with which a compiled query is run. */
export type Param<Values> = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>

const param = (name: PropertyKey): RawBuilder<never> => sql.val(new Parameter(name)) as RawBuilder<never>

/**
 * A query that is built and compiled when it is first run, and afterwards only bound: for queries of nearly every request, where
 * that costs more than the database does (decision 0020).
 */
export function compiled<Values extends object, Row>(
  build: (db: Db, param: Param<Values>) => Compilable<Row>,
): (db: Db, values: NoInfer<Values>) => Promise<QueryResult<Row>> {
  // By engine, because each has its own SQL.
  const queries = new WeakMap<object, CompiledQuery<Row>>()
  return (db, values) => {
    const { adapter } = db.getExecutor()
    const query = queries.get(adapter) ?? build(db, param).compile()
    queries.set(adapter, query)
    const bound = values as Readonly<Record<PropertyKey, unknown>>
    const parameters = query.parameters.map((each) => (each instanceof Parameter ? bound[each.name] : each))
    return db.executeQuery({ ...query, parameters })
  }
}

/** A parameter for each of some columns, as a row to insert. */
export function paramsOf<Row extends object, Column extends keyof Row & string>(
  of: Param<Row>,
  columns: readonly Column[],
): { readonly [Name in Column]: RawBuilder<Row[Name]> } {
  return Object.fromEntries(columns.map((column) => [column, of(column)])) as {
    readonly [Name in Column]: RawBuilder<Row[Name]>
  }
}
