/** What the first line says: what this is, and the migrations of the database it was taken of. */
export interface HeaderLine {
  readonly format: 'giftcards-backup'
  readonly version: 1
  readonly schema: readonly string[]
}

/** Begins a table; its rows follow, each a list of the values of these columns. */
export interface TableLine {
  readonly table: string
  readonly columns: readonly string[]
}

/** A row, in the order of the columns. */
export type RowLine = readonly (string | number | null)[]

/** The last line: how many rows each table has, and the hash of every byte before this line. */
export interface TrailerLine {
  readonly rows: Readonly<Record<string, number>>
  readonly sha256: string
}
