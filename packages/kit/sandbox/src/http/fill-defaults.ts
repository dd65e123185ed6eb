import { isObject, own, type JsonObject } from '@contract-kit/json-schema/json'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { findMedia, type ApiOperation } from '@contract-kit/openapi'
import { partsOf } from '../values/parts.ts'
import type { Input } from './call.ts'

/** Fills in the defaults of the matching alternatives in the body of a creation or replacement. The router leaves these out. */
export function fillDefaults({ method, body: documented }: ApiOperation, input: Input): Input {
  const { mediaType = '', body } = input
  const schema = findMedia(documented?.media ?? [], mediaType)?.schema
  if (schema === undefined || !isObject(body) || method === 'PATCH') return input
  const filled = withDefaults([schema], body)
  return isValid(schema, filled, { direction: 'request' }) ? { ...input, body: filled } : input
}

/** Maximum depth of nested objects that get defaults. */
const maxDepth = 4

/** An object with the defaults of its schemas, without those of other alternatives. */
function withDefaults(nodes: readonly SchemaNode[], given: JsonObject, depth = 0): JsonObject {
  let filled = given
  for (const [name, part] of partsOf(nodes, given)) {
    const value = own(given, name)
    const made =
      value === undefined
        ? part.nodes.map((node) => findKeyword(node, 'default')).find((one) => one !== undefined)
        : isObject(value) && depth < maxDepth
          ? withDefaults(part.nodes, value, depth + 1)
          : value
    if (made !== value && made !== undefined) filled = { ...filled, [name]: made }
  }
  return filled
}
