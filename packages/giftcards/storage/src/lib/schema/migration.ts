/** How an engine spells the parts of migrations that differ between engines. */
export interface ColumnTypes {
  /** 64 bits wide. */
  readonly integer: string
  /** Of any length; compared byte by byte for equality. */
  readonly text: string
  /** The kind of a generated column that can be added to a table and indexed. */
  readonly generated: 'stored' | 'virtual'
  /** Whether the engine has sequences. */
  readonly hasSequences: boolean
  /** The text after the closing parenthesis of a `create table`. */
  readonly tableOptions: string
}

/** One numbered change of the schema. Once released it is never changed: its checksum is recorded in each database. */
export interface Migration {
  /**
   * Four digits and a name; migrations run in this order. A migration that removes something older servers use names in its id
   * the migration that a server has to know: `0011-needs-0010-drop-triggers`. All others leave older servers working.
   */
  readonly id: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}

/** The number of the migration that a server has to know to use a database with this one; `undefined` if any server can. */
export function neededMigration(id: string): string | undefined {
  return /^\d{4}-needs-(\d{4})-/.exec(id)?.[1]
}
