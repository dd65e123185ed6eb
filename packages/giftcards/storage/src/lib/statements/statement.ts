import type { Compilable, RawBuilder } from 'kysely'
import type { Db } from '../tables/db.ts'

/**
 * A query that is built and compiled once for each database, and afterwards only bound and run. `Values` are its inputs,
 * `Row` is what it returns.
 */
export interface Statement<Values, Row> {
  /** Builds the query, with placeholders where its values go. */
  readonly build: (db: Db, values: Values) => Compilable<Row>
  /** Whether it is rare and large: an engine does not keep it prepared. */
  readonly isRare?: boolean
}

/** Every statement that was defined, or one of each kind, in no particular order: for tests that look at their plans. */
export const definedStatements: (() => Statement<never, unknown>)[] = []

/** Defines a statement. `build` runs when a database first needs it, and must not look into the values. */
export function statement<Values extends object, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): Statement<Values, Row> {
  const defined: Statement<Values, Row> = { build }
  definedStatements.push(() => defined)
  return defined
}

/**
 * A rare command in the words of one engine, with its values in them. It is not among `definedStatements`, which every engine
 * understands.
 */
export function rawCommand(command: RawBuilder<unknown>): Statement<object, unknown> {
  return { isRare: true, build: (db) => ({ compile: () => command.compile(db) }) }
}

/** Statements for longer lists are rare. */
const commonLength = 32

/**
 * Defines statements that differ only in their shape, such as the length of a list. Each is built when its shape is
 * first used. A statement for a long list is built each time. `sample` is a shape by which all of them are checked.
 */
export function statementBy<Shape extends number | string, Values extends object, Row>(
  sample: NoInfer<Shape>,
  build: (db: Db, values: Values, shape: Shape) => Compilable<Row>,
): (shape: Shape) => Statement<Values, Row> {
  const kept = new Map<Shape, Statement<Values, Row>>()
  const find = (shape: Shape): Statement<Values, Row> => {
    const known = kept.get(shape)
    if (known !== undefined) return known
    const isRare = typeof shape === 'number' && shape > commonLength
    const made: Statement<Values, Row> = { build: (db, values) => build(db, values, shape), isRare }
    if (!isRare) kept.set(shape, made)
    return made
  }
  definedStatements.push(() => find(sample))
  return find
}

/** The placeholders of the first `length` items of a list. */
export function itemsOf<Item>(list: readonly Item[], length: number): readonly Item[] {
  // A placeholder has an item at every index.
  return Array.from({ length }, (_, index) => list[index] as Item)
}

/** Some columns of a row, by name. A row of placeholders has every column, so it cannot be spread. */
export function columnsOf<Row, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Pick<Row, Column> {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>
}

/** A statement as text, and how its parameters are found in its values. */
export interface CompiledStatement {
  readonly sql: string
  readonly bind: (values: object) => unknown[]
}

/** Compiles a statement in the language of a database. */
export function compileStatement<Values, Row>(db: Db, { build }: Statement<Values, Row>): CompiledStatement {
  const { sql, parameters } = build(db, placeholderAt([]) as Values).compile()
  const read = parameters.map(readerOf)
  return { sql, bind: (values) => read.map((readValue) => readValue(values)) }
}

/** The place of each placeholder in the values: `['rows', '0', 'id']` for `values.rows[0].id`. */
const paths = new WeakMap<object, readonly string[]>()

/** Stands for a value while a statement is built; so does each of its properties. */
function placeholderAt(path: readonly string[]): object {
  const placeholder = new Proxy(
    {},
    {
      get(_target, key) {
        if (key === Symbol.toPrimitive) throw new TypeError('A value is not known while a statement is built')
        return typeof key === 'symbol' ? undefined : placeholderAt([...path, key])
      },
    },
  )
  paths.set(placeholder, path)
  return placeholder
}

/** Finds the value of a parameter. A parameter that is not a placeholder is a constant of the query. */
function readerOf(parameter: unknown): (values: object) => unknown {
  const path = typeof parameter === 'object' && parameter !== null ? paths.get(parameter) : undefined
  if (path === undefined) return () => parameter
  return (values) => {
    let value: unknown = values
    for (const key of path) value = (value as Readonly<Record<string, unknown>>)[key]
    return value
  }
}
