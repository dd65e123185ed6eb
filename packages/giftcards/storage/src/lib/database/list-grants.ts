import { dataTableNames } from './data-tables.ts'

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Tables of which a server does not change every row as it likes, and what it may do with them. */
const narrow: Readonly<Record<string, string>> = {
  // Appended to, never changed: its hashes show what was, its owner alone can archive it.
  audit_log: 'select, insert',
  audit_heads: 'select, insert, update',
  database_mode: 'select',
  schema_migrations: 'select',
}

/**
 * The statements that let a PostgreSQL role run a server on the tables of a schema: it reads and writes rows, appends to the
 * audit log, and changes neither the schema nor the mark. Carried out again they give the same rights.
 */
export function listGrants(role: string, schema: string): readonly string[] {
  const to = `to ${quoted(role)}`
  const tables = (names: readonly string[]) => names.map((name) => `${quoted(schema)}.${name}`).join(', ')
  return [
    `grant usage on schema ${quoted(schema)} ${to}`,
    `grant usage, select, update on all sequences in schema ${quoted(schema)} ${to}`,
    `grant select, insert, update, delete on ${tables(dataTableNames.filter((name) => !(name in narrow)))} ${to}`,
    `revoke all on ${tables(Object.keys(narrow))} from ${quoted(role)}`,
    ...Object.entries(narrow).map(([name, rights]) => `grant ${rights} on ${tables([name])} ${to}`),
  ]
}
