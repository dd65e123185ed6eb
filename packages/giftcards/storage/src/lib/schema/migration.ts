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
  /** Four digits and a name; they run in this order. */
  readonly id: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}
