import { type ApiDocument, findWideInteger } from '@contract-kit/openapi'
import { listInputSchemas, readInput } from './operations/inputs.ts'
import { writeInput } from './operations/input-types.ts'
import type { Method } from './operations/methods.ts'
import { GivenNames, TypeNames } from './names.ts'
import { listOperations, readIdempotency } from './operations/operations.ts'
import { listSchemas, readErrorCodes, readResults, writeResults } from './operations/results.ts'
import type { GenerateOptions } from './options.ts'
import { GenerateError, Problems } from './problems.ts'
import { readDocument } from './read-document.ts'
import { Declarations } from './schemas/declarations.ts'
import { SchemaTypes } from './schemas/schema-types.ts'
import { readUsage } from './schemas/usage.ts'

/** A document with its declared types and methods, and notes on the choices of the generator. */
export interface Api {
  readonly document: ApiDocument
  readonly types: SchemaTypes
  readonly methods: readonly Method[]
  readonly notes: readonly string[]
}

/** Reads a document and declares all its types. Throws a `GenerateError` that lists every problem. */
export function readApi(data: unknown, options: GenerateOptions): Api {
  const problems = new Problems()
  const notes: string[] = []
  const document = readDocument(data, problems, notes)
  problems.throwIfAny()
  const wide = findWideInteger(document.raw)
  if (wide !== undefined)
    notes.push(`#${wide} allows integers beyond 2^53; calls take and give numbers, which round them`)
  const unsupported = new Map<string, string>()
  for (;;) {
    try {
      return readSupported(document, options, unsupported, [...notes])
    } catch (error) {
      if (!(error instanceof GenerateError) || options.skipUnsupported !== true) throw error
      // Each round leaves out more operations, until the remaining problems, if any, belong to no single operation.
      const found = [...error.operations].filter(([title]) => !unsupported.has(title))
      if (found.length === 0) throw error
      for (const [title, reason] of found) unsupported.set(title, reason)
    }
  }
}

function readSupported(
  document: ApiDocument,
  options: GenerateOptions,
  unsupported: ReadonlyMap<string, string>,
  notes: string[],
): Api {
  const { interfaceName = 'ApiMethods', errorCodesName = 'ErrorCodes' } = options
  const problems = new Problems()
  const given = new GivenNames(options.rename ?? {})
  const read = listOperations(document, { ...options, given, unsupported }, problems, notes).flatMap(
    (operation) => {
      const { title } = operation
      const idempotency = problems.attemptOperation(title, () =>
        readIdempotency(operation, options.requireIdempotency === true),
      )
      const input = problems.attemptOperation(title, () =>
        readInput(document, operation, options.ignoreParameters ?? [], notes),
      )
      const results = problems.attemptOperation(title, () => readResults(operation, notes))
      if (idempotency === undefined || input === undefined || results === undefined) return []
      return [{ operation, idempotency, input, results }]
    },
  )
  problems.throwIfAny()

  const usage = readUsage(
    read.flatMap(({ input }) => listInputSchemas(input)),
    read.flatMap(({ results }) => listSchemas(results)),
  )
  const names = new TypeNames([interfaceName, errorCodesName], notes)
  const declarations = problems.attempt('rename', () => new Declarations(document, usage, names, given))
  const unused = given.unused.map((key) => `rename: the client has no method or type of ${key}`)
  // The operation or type to rename may have been left out.
  const unusedTo = options.skipUnsupported === true ? notes : problems.list
  unusedTo.push(...unused)
  problems.throwIfAny()
  const types = new SchemaTypes(document, declarations as Declarations)
  const methods = read.flatMap(({ operation, idempotency, input, results }) => {
    const method = problems.attemptOperation(operation.title, () => ({
      operation,
      idempotency,
      input,
      results,
      inputType: writeInput(types, operation, input),
      resultTypes: writeResults(types, operation, results),
      errorCodes: readErrorCodes(document, results, options.errorCodeHeader),
    }))
    return method === undefined ? [] : [method]
  })
  problems.throwIfAny()
  return { document, types, methods, notes }
}
