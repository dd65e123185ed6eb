/** No value satisfies the schema, or none was found: usually a mistake in the document. */
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

/** A plain value would contain itself. The caller tries another alternative. */
export class RecursiveTemplateError extends Error {
  override readonly name = 'RecursiveTemplateError'

  constructor() {
    super('A plain value of this schema would contain itself.')
  }
}

/** No value was found for a part. The caller draws the whole value again. */
export class DeadEndError extends Error {
  override readonly name = 'DeadEndError'
}

/** A shared instance: its stack is of no use, and capturing one is slow. */
export const deadEnd = new DeadEndError()

/** Whether an error only means that no value was found. */
export const isDeadEnd = (error: unknown): boolean =>
  error instanceof DeadEndError ||
  error instanceof RecursiveTemplateError ||
  error instanceof UnsatisfiableSchemaError
