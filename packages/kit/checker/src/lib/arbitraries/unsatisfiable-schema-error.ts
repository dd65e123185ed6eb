/** No value can satisfy the schema: a mistake in the document. */
export class UnsatisfiableSchemaError extends Error {
  override readonly name = 'UnsatisfiableSchemaError'
  /** JSON Pointer, in its document, to the schema that no value satisfies. */
  readonly pointer: string
  /** The document of that schema. */
  readonly documentUri: string
  /** Whether that is proved; else no value was found, though the search was cut. */
  readonly isProved: boolean

  constructor(pointer: string, documentUri: string, reason: string, isProved = true) {
    const place = pointer === '' ? 'the root' : pointer
    super(
      isProved
        ? `No value satisfies the schema at ${place}: ${reason}.`
        : `No value was found for the schema at ${place}: ${reason}.`,
    )
    this.pointer = pointer
    this.documentUri = documentUri
    this.isProved = isProved
  }
}
