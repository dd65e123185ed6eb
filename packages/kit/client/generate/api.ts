import { listInputSchemas, readInput } from './operations/inputs.ts'
import { writeInput } from './operations/input-types.ts'
import type { Method } from './operations/methods.ts'
import { TypeNames } from './names.ts'
import { listOperations, type OperationObject, readIdempotency } from './operations/operations.ts'
import { listSchemas, readErrorCodes, readResults, writeResults } from './operations/results.ts'
import { GenerateError, Problems } from './problems.ts'
import { readDocument } from './read-document.ts'
import { Declarations } from './schemas/declarations.ts'
import { SchemaTypes } from './schemas/schema-types.ts'
import { Schemas } from './schemas/schemas.ts'
import { readUsage } from './schemas/usage.ts'

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
  /** Leaves out operations and optional parameters that the client cannot express, with notes that say why; `false` unless given. */
  readonly skipUnsupported?: boolean
  /** The module of the generated client as the generated examples import it; `./api.ts` unless given. */
  readonly clientModule?: string
}

/** A document, read and with its types declared. */
export interface Api {
  readonly schemas: Schemas
  readonly types: SchemaTypes
  readonly methods: readonly Method[]
  readonly notes: readonly string[]
}

/** Reads a document and declares all types of it; throws a `GenerateError` with every problem. */
export function readApi(data: unknown, options: GenerateOptions): Api {
  const problems = new Problems()
  const notes: string[] = []
  const schemas = new Schemas(readDocument(data, problems, notes))
  problems.throwIfAny()
  const unsupported = new Map<string, string>()
  for (;;) {
    try {
      return readSupported(schemas, options, unsupported, [...notes])
    } catch (error) {
      if (!(error instanceof GenerateError) || options.skipUnsupported !== true) throw error
      // Each round leaves out more operations, until only problems are left that concern no single one.
      const found = [...error.operations].filter(([title]) => !unsupported.has(title))
      if (found.length === 0) throw error
      for (const [title, reason] of found) unsupported.set(title, reason)
    }
  }
}

function readSupported(
  schemas: Schemas,
  options: GenerateOptions,
  unsupported: ReadonlyMap<string, string>,
  notes: string[],
): Api {
  const { interfaceName = 'ApiMethods', errorCodesName = 'ErrorCodes' } = options
  const problems = new Problems()
  const read = listOperations(schemas.document, { ...options, unsupported }, problems, notes).flatMap(
    (operation) => {
      const { title } = operation
      const idempotency = problems.attemptOperation(title, () =>
        readIdempotency(operation, options.requireIdempotency === true),
      )
      const input = problems.attemptOperation(title, () => readInput(schemas, operation, options, notes))
      const results = problems.attemptOperation(title, () => readResults(schemas, operation, notes))
      if (idempotency === undefined || input === undefined || results === undefined) return []
      const requests = listInputSchemas(input)
      const responses = listSchemas(schemas, results)
      // Follows every reference once, so that a broken one is reported with its operation.
      problems.attemptOperation(title, () => readUsage(schemas, requests, responses))
      return [{ operation, idempotency, input, results, requests, responses }]
    },
  )
  problems.throwIfAny()

  const usage = readUsage(
    schemas,
    read.flatMap(({ requests }) => requests),
    read.flatMap(({ responses }) => responses),
  )
  const names = new TypeNames([interfaceName, errorCodesName], notes)
  const types = new SchemaTypes(schemas, new Declarations(schemas, usage, names))
  const methods = read.flatMap(({ operation, idempotency, input, results }) => {
    const method = problems.attemptOperation(operation.title, () => ({
      operation,
      idempotency,
      input,
      results,
      inputType: writeInput(schemas, types, operation, input),
      resultTypes: writeResults(schemas, types, operation, results),
      errorCodes: readErrorCodes(schemas, results, options.errorCodeHeader),
    }))
    return method === undefined ? [] : [method]
  })
  problems.throwIfAny()
  return { schemas, types, methods, notes }
}
