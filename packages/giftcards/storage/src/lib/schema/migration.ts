/** How an engine spells what the migrations are made of. */
export interface ColumnTypes {
  /** 64 bits wide. */
  readonly integer: string
  /** Of any length; compared byte by byte for equality. */
  readonly text: string
  /** How a generated column is kept that is added to a table and indexed. */
  readonly generated: 'stored' | 'virtual'
  /** Whether it has sequences. */
  readonly hasSequences: boolean
  /** What comes after the closing parenthesis of a table. */
  readonly tableOptions: string
}

/** One numbered change of the schema. Once released it is never changed: its checksum is recorded in each database. */
export interface Migration {
  /**
   * Four digits and a name; migrations run in this order. One that takes away what older servers use says in its id which
   * migration a server has to know: `0012-needs-0010-drop-number-series`. Any other leaves older servers working.
   */
  readonly id: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}

/** The number of the migration that a server has to know beside the one with this id; `undefined` where none. */
export function neededMigration(id: string): string | undefined {
  return /^\d{4}-needs-(\d{4})-/.exec(id)?.[1]
}
