import { type Json, type JsonObject, toObject } from '../../documents/json.ts'
import type { Side } from '../side.ts'

/** The fields of a path item that are operations, in the order of the specification (OpenAPI 3.2, section 4.9). */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']

/** The operations of a path item by method, those of OpenAPI 3.2 included (section 4.9). */
export function operationsOf(item: JsonObject): ReadonlyMap<string, JsonObject> {
  const fixed = methods.flatMap((method) =>
    Object.hasOwn(item, method) ? [[method.toUpperCase(), toObject(item[method])] as const] : [],
  )
  const additional = Object.entries(toObject(item['additionalOperations'])).map(
    ([method, operation]) => [method, toObject(operation)] as const,
  )
  return new Map([...fixed, ...additional])
}

/** The fields that operations inherit from their path item, or from the document. */
export interface Inherited {
  readonly parameters: readonly Json[]
  readonly servers: Json | undefined
  readonly security: Json | undefined
}

/** The fields that a path item and its document give to each operation. */
export function inherited({ document }: Side, item: JsonObject): Inherited {
  const { parameters, servers } = item
  return {
    parameters: Array.isArray(parameters) ? parameters : [],
    servers: servers ?? document['servers'],
    security: document['security'],
  }
}
