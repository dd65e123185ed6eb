import { readApi } from './api.ts'
import type { GenerateOptions } from './options.ts'

/** How a generated client calls an operation. */
export interface ClientMethod {
  readonly name: string
  /** Of HTTP, in upper case. */
  readonly method: string
  readonly path: string
  /** The parameters that are members of the input, each with its name there, which differs where two have one name. */
  readonly parameters: readonly { readonly member: string; readonly in: string; readonly name: string }[]
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
    parameters: input.parameters.map(({ name: member, parameter: { in: place, name } }) => {
      return { member, in: place, name }
    }),
    bodyIn: input.body?.bodyIn,
    constants: [...input.constants.keys()],
  }))
}
