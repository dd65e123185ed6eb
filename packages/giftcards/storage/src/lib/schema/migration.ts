/** The parts of migrations that differ between engines. */
export interface ColumnTypes {
  /** 64 bits wide. */
  readonly integer: string
  /** Of any length; compared byte by byte for equality. */
  readonly text: string
  /** The kind of a generated column that can be indexed. */
  readonly generated: 'stored' | 'virtual'
  /** A primary key that the engine numbers in ascending order. */
  readonly identity: string
  /** Whether the engine has sequences. */
  readonly hasSequences: boolean
  /** The text after the closing parenthesis of a `create table`. */
  readonly tableOptions: string
}

/** One numbered change of the schema. Once released it is never changed: its checksum is recorded in each database. */
export interface Migration {
  /** Four digits and a name; migrations run in this order. */
  readonly id: string
  readonly statements: (types: ColumnTypes) => readonly string[]
}
