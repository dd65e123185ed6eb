import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
// A statement is registered when its module is loaded; this loads every module with statements.
import '../create-store.ts'
import type { Database } from '../schema/database.ts'
import { compileStatement, definedStatements } from '../statements/statement.ts'

const dialects = {
  sqlite: { createAdapter: () => new SqliteAdapter(), createQueryCompiler: () => new SqliteQueryCompiler() },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}

/** Every statement of the store in the language of an engine; one of each kind where only the shape differs. */
export function listStatements(engine: keyof typeof dialects): readonly string[] {
  const db = new Kysely<Database>({
    dialect: {
      ...dialects[engine],
      createDriver: () => new DummyDriver(),
      createIntrospector: (asked) => new SqliteIntrospector(asked),
    },
  })
  const statements = definedStatements.map((find) => compileStatement(db, find()).sql)
  // SQLite has no row locks, and the store never requests them there.
  return engine === 'sqlite'
    ? statements.filter((statement) => !/ for (no key )?update/.test(statement))
    : statements
}
