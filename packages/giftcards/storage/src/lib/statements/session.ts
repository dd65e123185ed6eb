import { CompiledQuery } from 'kysely'
import { type Db, isPostgres } from '../tables/db.ts'
import { compileStatement, type Statement } from './statement.ts'

/** Runs statements on one connection, in a transaction or outside of any. */
export interface Session {
  /** Whether an engine's transactions that write run one after the other, in all processes together. */
  readonly writesAlone: boolean
  /** The first row that a statement returns. */
  first<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<Row | undefined>
  all<Values extends object, Row>(
    statement: Statement<Values, Row>,
    values: NoInfer<Values>,
  ): Promise<readonly Row[]>
  /** Runs a statement that changes rows, and returns how many it changed. */
  run<Values extends object>(statement: Statement<Values, unknown>, values: NoInfer<Values>): Promise<number>
  /**
   * Waits, before the first statement, until no other transaction of this process works under any of these keys; holds them
   * to the end.
   */
  takeTurns(keys: readonly string[]): Promise<void>
}

/** A session for one statement, which is a snapshot by itself. It rejects a second one, which would see another snapshot. */
export function onlyOne(session: Session): Session {
  let isUsed = false
  const use = (): Session => {
    if (isUsed) throw new Error('Only one statement runs outside of a transaction')
    isUsed = true
    return session
  }
  return {
    writesAlone: session.writesAlone,
    first: async (statement, values) => use().first(statement, values),
    all: async (statement, values) => use().all(statement, values),
    run: async (statement, values) => use().run(statement, values),
    takeTurns: () => Promise.reject(new Error('A single statement takes no turn')),
  }
}

/** Runs statements through Kysely, compiled anew each time: for operators' commands, where speed does not matter. */
export function createKyselySession(db: Db): Session {
  async function execute<Row>(statement: Statement<never, Row>, values: object) {
    const { sql, bind } = compileStatement(db, statement)
    return db.executeQuery<Row>(CompiledQuery.raw(sql, bind(values)))
  }
  const all: Session['all'] = async (statement, values) => (await execute(statement, values)).rows
  return {
    writesAlone: !isPostgres(db),
    first: async (statement, values) => (await execute(statement, values)).rows[0],
    all,
    takeTurns: async () => undefined,
    run: async (statement, values) => Number((await execute(statement, values)).numAffectedRows ?? 0n),
  }
}
