/** No value can satisfy the schema, or none was found: mostly a mistake in the document. */
export class UnsatisfiableSchemaError extends Error {
  override readonly name = 'UnsatisfiableSchemaError'
  /** JSON Pointer, in its document, to the schema that no value satisfies. */
  readonly pointer: string
  /** The document of that schema. */
  readonly documentUri: string

  constructor({ pointer, documentUri }: { readonly pointer: string; readonly documentUri: string }) {
    super(`No value was found for the schema at ${pointer === '' ? 'the root' : pointer}.`)
    this.pointer = pointer
    this.documentUri = documentUri
  }
}

/** A plain value would contain itself; the caller takes another way. */
export class RecursiveTemplateError extends Error {
  override readonly name = 'RecursiveTemplateError'

  constructor() {
    super('A plain value of this schema would contain itself.')
  }
}

/** No value was found for a part: the whole is drawn in another way. */
export class DeadEndError extends Error {
  override readonly name = 'DeadEndError'
}

/** The one that is thrown: where it was thrown tells nothing, and to find that out takes long. */
export const deadEnd = new DeadEndError()

/** Whether an error says no more than that a value was not found. */
export const isDeadEnd = (error: unknown): boolean =>
  error instanceof DeadEndError ||
  error instanceof RecursiveTemplateError ||
  error instanceof UnsatisfiableSchemaError
