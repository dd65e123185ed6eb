/** A statement of a schema: its keyword and where it stands. */
export interface Statement {
  readonly keyword: string
  /** JSON Pointer to the keyword in its document: `/properties/age/minimum`; to the schema itself where that is `false`. */
  readonly pointer: string
  readonly documentUri: string
}
