import { readApi } from './api.ts'
import type { GenerateOptions } from './options.ts'

/** How a generated client calls an operation. */
export interface ClientMethod {
  readonly name: string
  /** Of HTTP, in upper case. */
  readonly method: string
  readonly path: string
  /** The parameters that are members of the input. */
  readonly parameterNames: readonly string[]
  /** Whether the members of the body are members of the input, or the body is its member `body`. */
  readonly bodyIn: 'members' | 'body' | undefined
  /** Members of the input that the client sets by itself, because they can have one value only. */
  readonly constants: readonly string[]
}

/** The methods of the client that `generateClient` writes. Throws a `GenerateError` as that does. */
export function listClientMethods(document: unknown, options: GenerateOptions = {}): readonly ClientMethod[] {
  return readApi(document, options).methods.map(({ operation, input }) => ({
    name: operation.name,
    method: operation.method,
    path: operation.path,
    parameterNames: input.parameters.map(({ name: member }) => member),
    bodyIn: input.body?.bodyIn,
    constants: [...input.constants.keys()],
  }))
}
