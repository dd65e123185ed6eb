import type { Compilable, RawBuilder } from 'kysely'
import type { Db } from '../tables/db.ts'
import { placeholders, readerOf } from './placeholder.ts'

/**
 * A query that is built and compiled once for each database, and afterwards only bound and run. `Values` are what it is
 * asked with, `Row` is what it answers.
 */
export interface Statement<Values, Row> {
  /** Builds the query, with placeholders where its values go. */
  readonly build: (db: Db, values: Values) => Compilable<Row>
  /** Whether it is rare and large: an engine is to forget it when it was run. */
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

/** The longest list that is common. */
const commonLength = 32

/**
 * Defines statements that differ in their shape only, such as in the length of a list; each is built when its shape is
 * first asked for, and each time where it is a long list. `sample` is a shape to judge all of them by.
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

/** A statement as text, and how its parameters are found in the values it is asked with. */
export interface CompiledStatement {
  readonly sql: string
  readonly bind: (values: object) => unknown[]
}

/** Compiles a statement in the language of a database. */
export function compileStatement<Values, Row>(db: Db, { build }: Statement<Values, Row>): CompiledStatement {
  const { sql, parameters } = build(db, placeholders() as Values).compile()
  const read = parameters.map(readerOf)
  return { sql, bind: (values) => read.map((readValue) => readValue(values)) }
}
