import { createHash } from 'node:crypto'
import { compileStatement, type Statement } from '../statements/statement.ts'
import type { Db } from '../tables/db.ts'

/** A statement as connections know it. */
export interface PreparedStatement {
  /** None where it is rare: what has a name stays with its connection. */
  readonly name: string | undefined
  readonly text: string
  readonly bind: (values: object) => unknown[]
  /** Whether it changes nothing. */
  readonly isRead: boolean
}

/** Answers the same for the same statement. */
export type PrepareStatement = (statement: Statement<never, unknown>) => PreparedStatement

/** Compiles each statement when it is first run; `db` gives the language. */
export function createPreparation(db: Db): PrepareStatement {
  const prepared = new WeakMap<Statement<never, unknown>, PreparedStatement>()
  return (statement) => {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const { sql: text, bind } = compileStatement(db, statement)
    // Of the text: behind a pooler that shares connections, another version of this program must not mean another
    // statement by it.
    const name = statement.isRare === true ? undefined : createHash('sha256').update(text).digest('base64url')
    const made = { name, text, bind, isRead: text.startsWith('select') }
    prepared.set(statement, made)
    return made
  }
}
