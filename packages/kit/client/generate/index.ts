import { readApi } from './api.ts'
import { writeMethod, writeRow } from './operations/methods.ts'
import { errorCodesMember } from './operations/results.ts'
import type { GenerateOptions } from './options.ts'
import { importLines } from './text.ts'

export { generateExamples } from './examples.ts'
export { type ClientMethod, listClientMethods } from './list-client-methods.ts'
export type { GenerateOptions, OperationObject } from './options.ts'
export { GenerateError } from './problems.ts'

export interface Generated {
  readonly text: string
  /** Choices of the generator that a reader of the document may not expect. */
  readonly notes: readonly string[]
}

/**
 * Generates the TypeScript module of a client: types, an interface with one method per operation, and the table of
 * operations. Throws a `GenerateError` that lists everything the module cannot express.
 */
export function generateClient(document: unknown, options: GenerateOptions = {}): Generated {
  const { interfaceName = 'ApiMethods', errorCodesName = 'ErrorCodes', clientName = 'client' } = options
  const { types, methods, notes } = readApi(document, options)
  const words = { clientName, ...(options.note === undefined ? {} : { note: options.note }) }
  const members = methods.map((method) => writeMethod(method, words))
  const codes = methods.flatMap((method) => errorCodesMember(method.operation.name, method.errorCodes))
  const imports = ['ApiCall', 'ApiResponse', 'CallOptions', 'IdempotentCallOptions', 'Operations'].filter(
    (name) => name === 'Operations' || members.some((member) => new RegExp(`\\b${name}\\b`).test(member)),
  )
  const text = [
    ...(options.banner === undefined ? [] : [`// ${options.banner.replaceAll('\n', '\n// ')}`]),
    ...importLines(imports, '@contract-kit/client'),
    '',
    ...types.declarations.all.flatMap((declaration) => [declaration, '']),
    '/** One method for each operation. */',
    `export interface ${interfaceName} {`,
    members.join('\n\n'),
    '}',
    '',
    '/** The error codes that each operation declares, by status. */',
    `export interface ${errorCodesName} {`,
    ...codes,
    '}',
    '',
    '/** The operations, for the client at run time. */',
    'export const operations = {',
    ...methods.map(writeRow),
    '} as const satisfies Operations',
    '',
  ].join('\n')
  return { text, notes }
}
