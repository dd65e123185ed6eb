import { CompiledQuery } from 'kysely'
import { type Db, isPostgres } from '../tables/db.ts'
import type { Session } from './session.ts'
import { compileStatement, type Statement } from './statement.ts'

/** Runs statements by Kysely's own way, compiled anew each time: for an operator's commands, which are in no hurry. */
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
