import {
  type ApiDocument,
  type ApiOperation,
  type ApiParameter,
  parsePathTemplate,
  shapeOfPath,
} from '@contract-kit/openapi'
import type { Input } from '../http/call.ts'

/** A document in which each path has one name, with a list of the changes. */
export interface JoinedDocument {
  readonly document: ApiDocument
  /** One sentence for each change. */
  readonly notes: readonly string[]
  /** Renames the path parameters of an operation's input to the names in the joined document. */
  readonly rename: (operation: ApiOperation, input: Input) => Input
}

/**
 * Merges the operations of `/pets/{petId}` into `/pets/{id}`. Paths that differ only in parameter names are identical (OpenAPI 3.1,
 * 4.8.8.2).
 */
export function joinPaths(document: ApiDocument): JoinedDocument {
  const notes: string[] = []
  const firsts = new Map<string, string>()
  const served = new Set<string>()
  const names = new Map<ApiOperation, readonly (readonly [was: string, is: string])[]>()
  const operations = document.operations.flatMap((operation) => {
    const { method, path } = operation
    const shape = shapeOfPath(path)
    const first = firsts.get(shape) ?? path
    firsts.set(shape, first)
    if (served.has(`${method} ${shape}`)) {
      notes.push(`${method} ${path} is not served: ${first} has that operation too.`)
      return []
    }
    served.add(`${method} ${shape}`)
    if (first === path) return [operation]
    notes.push(`The paths ${first} and ${path} are the same path, so both are served as ${first}.`)
    const own = namesIn(first)
    const pairs = namesIn(path).map((name, index) => [name, own[index] ?? name] as const)
    const parameters = operation.parameters.map((parameter): ApiParameter => {
      const [, name] = pairs.find(([was]) => parameter.in === 'path' && was === parameter.name) ?? []
      return name === undefined ? parameter : { ...parameter, name }
    })
    const joined = { ...operation, path: first, parameters }
    names.set(joined, pairs)
    return [joined]
  })
  const paths = Map.groupBy(operations, ({ path }) => path)
  return {
    document: { ...document, operations, paths },
    notes: [...new Set(notes)],
    rename(operation, input) {
      const pairs = names.get(operation)
      if (pairs === undefined) return input
      return { ...input, path: Object.fromEntries(pairs.map(([was, is]) => [is, input.path[was]])) }
    },
  }
}

const namesIn = (path: string): readonly string[] =>
  parsePathTemplate(path).flatMap((piece) => (piece.kind === 'parameter' ? [piece.name] : []))
