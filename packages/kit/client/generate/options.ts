/** The fields of an Operation Object that describe a method. */
export interface OperationObject {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  /** Extensions such as `x-idempotency`. */
  readonly [extension: `x-${string}`]: unknown
}

/** Options for the names in a generated client, and for the parts of the document to leave out. */
export interface GenerateOptions {
  /** The first line of the module, without `//`. */
  readonly banner?: string
  /** The name of the interface of methods. Default: `ApiMethods`. */
  readonly interfaceName?: string
  /** The name of the interface of error codes. Default: `ErrorCodes`. */
  readonly errorCodesName?: string
  /** The variable name of the client in examples of doc comments. Default: `client`. */
  readonly clientName?: string
  /** A sentence for the doc comment of an operation, such as a link to its documentation. */
  readonly note?: (operation: OperationObject) => string | undefined
  /** The response header that names the reason of an error. */
  readonly errorCodeHeader?: string
  /** Request headers that the client sets automatically. */
  readonly ignoreParameters?: readonly string[]
  /** Whether to reject operations with an unsafe HTTP method that lack `x-idempotency`. */
  readonly requireIdempotency?: boolean
  /** Operations to leave out, by operationId or `GET /path`. */
  readonly skip?: readonly string[]
  /**
   * New names for methods, by operationId or `GET /path`, and for types, by the reference to their schema, such as
   * `#/components/schemas/Pet`.
   */
  readonly rename?: Readonly<Record<string, string>>
  /**
   * Whether to leave out operations that the client cannot express, with notes that give the reason, and to accept examples
   * that do not match their schema. Default: `false`.
   */
  readonly skipUnsupported?: boolean
  /** The path from which the generated examples import the generated client. Default: `./api.ts`. */
  readonly clientModule?: string
}
