import { readApi } from './api.ts'
import type { GenerateOptions } from './options.ts'

/** How a generated client calls an operation. */
export interface ClientMethod {
  readonly name: string
  /** The HTTP method, in uppercase. */
  readonly method: string
  readonly path: string
  /** The parameters in the input. `member` differs from `name` if two parameters have the same name. */
  readonly parameters: readonly { readonly member: string; readonly in: string; readonly name: string }[]
  /** Whether the input contains the members of the body, or the body as the member `body`. */
  readonly bodyIn: 'members' | 'body' | undefined
  /** Members of the input that the client sets automatically, because only one value is allowed. */
  readonly constants: readonly string[]
}

/** Lists the methods of the client that `generateClient` writes. Throws a `GenerateError` for the same reasons. */
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
