import type { Migration } from './migration.ts'

/** The mark of the database: the one mode that it serves. The row is written by the code that makes or first opens it. */
export const databaseMode: Migration = {
  id: '0005-database-mode',
  statements: ({ integer, text, tableOptions }) => [
    `create table database_mode (
      id ${integer} not null primary key check (id = 1),
      mode ${text} not null check (mode in ('sandbox', 'production'))) ${tableOptions}`,
  ],
}
