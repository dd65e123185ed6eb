import { DatabaseSync } from 'node:sqlite'
import type { TestPostgres } from '@giftcards/storage/testing'

/** A database as SQL is sent to it, past the service. */
export interface SqlDatabase {
  /** The rows that a statement returns. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** A sub-select of the integers `n` from the first to the last. */
  series(first: number, last: number): string
  /** An expression that makes a UUID of an integer expression. */
  uuid(integer: string): string
}

/** A SQLite file. */
export function openSqliteDatabase(file: string): SqlDatabase {
  return {
    async query(text) {
      const database = new DatabaseSync(file)
      try {
        // The data need not survive a loss of power.
        database.exec('pragma synchronous = off')
        return database.prepare(text).all()
      } finally {
        database.close()
      }
    },
    series: (first, last) =>
      `(with recursive s (n) as (select ${first} union all select n + 1 from s where n < ${last}) select n from s)`,
    uuid: (integer) => `printf('00000000-0000-4000-8000-%012x', ${integer})`,
  }
}

/** A database of a PostgreSQL. */
export function openPostgresDatabase(postgres: TestPostgres, name: string): SqlDatabase {
  return {
    query: (text) => postgres.query(name, text),
    series: (first, last) => `(select generate_series(${first}, ${last}) as n)`,
    uuid: (integer) => `'00000000-0000-4000-8000-' || lpad(to_hex(${integer}), 12, '0')`,
  }
}
