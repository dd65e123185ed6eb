import { operationsOf } from '@contract-kit/openapi'
import type { Json, JsonObject } from '../../documents/json.ts'
import type { Side } from '../side.ts'

/** The fields of a path item that are operations. */
export function operationFields(item: JsonObject): readonly string[] {
  const operations = new Set<Json | undefined>(operationsOf(item).values())
  return Object.keys(item).filter((field) => operations.has(item[field]))
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
