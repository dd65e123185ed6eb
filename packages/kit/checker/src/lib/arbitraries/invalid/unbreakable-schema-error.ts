/** No value breaks exactly one statement of the schema: it allows everything, or what it forbids cannot be broken alone. */
export class UnbreakableSchemaError extends Error {
  override readonly name = 'UnbreakableSchemaError'
  /** JSON Pointer, in its document, to the schema. */
  readonly pointer: string
  /** The document of that schema. */
  readonly documentUri: string

  constructor(pointer: string, documentUri: string) {
    super(`No value breaks exactly one statement of the schema at ${pointer === '' ? 'the root' : pointer}.`)
    this.pointer = pointer
    this.documentUri = documentUri
  }
}
