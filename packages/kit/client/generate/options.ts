/** An operation as the document has it, as far as it describes a method. */
export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  /** Extensions such as `x-idempotency`. */
  readonly [extension: `x-${string}`]: unknown
}

/** The names in a generated client, and the parts of the document that it leaves out. */
export interface GenerateOptions {
  /** The first line of the module, without `//`. */
  readonly banner?: string
  /** `ApiMethods` unless given. */
  readonly interfaceName?: string
  /** `ErrorCodes` unless given. */
  readonly errorCodesName?: string
  /** The variable that holds the client in examples of the doc comments; `client` unless given. */
  readonly clientName?: string
  /** A sentence for the doc comment of an operation, such as a link to its documentation. */
  readonly note?: (operation: OperationObject) => string | undefined
  /** The response header that names the reason of an error. */
  readonly errorCodeHeader?: string
  /** Request headers that the client sets by itself. */
  readonly ignoreParameters?: readonly string[]
  /** Rejects an operation that changes something and does not say by `x-idempotency` whether it can be retried. */
  readonly requireIdempotency?: boolean
  /** operationIds, or `GET /path`, of operations that the client does not have. */
  readonly skip?: readonly string[]
  /**
   * Other names of methods, by operationId or `GET /path`, and of types, by the reference to their schema, such as
   * `#/components/schemas/Pet`.
   */
  readonly rename?: Readonly<Record<string, string>>
  /**
   * Leaves out operations that the client cannot express, with notes that say why, and takes examples that do not match their
   * schema; `false` unless given.
   */
  readonly skipUnsupported?: boolean
  /** The module of the generated client as the generated examples import it; `./api.ts` unless given. */
  readonly clientModule?: string
}
