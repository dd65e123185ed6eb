import type { Json, JsonObject } from '../../scripts/publish.ts'
import { childOf, toObject } from '../json-nodes.ts'
import { segmentsOf } from '../pointer.ts'

/**
 * The document with everything that its operations inherit in the operations themselves: parameters of their path, and
 * the security of the document (OpenAPI 3.1.1, 4.8.9 and 4.8.10). Where a thing is said is of no interest to a caller.
 */
export function inheritIntoOperations({ security = [], ...document }: JsonObject): JsonObject {
  const paths = Object.entries(toObject(document['paths'])).map(([path, item]) => {
    const { parameters = [], ...others } = toObject(item)
    const shared = Array.isArray(parameters) ? parameters : []
    const entries = Object.entries(others).map(([key, value]) =>
      methods.has(key)
        ? [key, { security, ...toObject(value), ...withParameters(document, toObject(value), shared) }]
        : [key, value],
    )
    return [path, Object.fromEntries(entries)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'])

/** The operation's own parameters before those of the path, which they override. */
function withParameters(document: JsonObject, { parameters }: JsonObject, shared: readonly Json[]) {
  const own = Array.isArray(parameters) ? parameters : []
  const keys = new Set(own.map((parameter) => keyOf(document, parameter)))
  const all = [...own, ...shared.filter((parameter) => !keys.has(keyOf(document, parameter)))]
  return all.length === 0 ? {} : { parameters: all }
}

/** What tells a parameter from others: where it is, and its name. */
function keyOf(document: JsonObject, parameter: Json): string {
  const reference = toObject(parameter)['$ref']
  const target =
    typeof reference === 'string'
      ? segmentsOf(reference).reduce<Json | undefined>(childOf, document)
      : parameter
  const { in: place = '', name = '' } = toObject(target)
  return JSON.stringify([place, name])
}
