import { isObject, type JsonObject } from './json.ts'

/**
 * One schema object of OpenAPI 3.0 in the terms of JSON Schema 2020-12; subschemas stay where they are, untouched
 * (OpenAPI 3.0.3, "Schema Object"). Siblings of `$ref` are ignored there. `nullable` stays, too, for the judge, who lets null
 * pass even where `type` is missing or `allOf` speaks against it.
 */
export const normalizeOpenApi30 = (schema: JsonObject): JsonObject => {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] }
  const result: JsonObject = { ...schema }
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof result[exclusive] !== 'boolean') continue
    const isExclusive = result[exclusive] && typeof result[bound] === 'number'
    delete result[exclusive]
    if (!isExclusive) continue
    result[exclusive] = result[bound] ?? null
    delete result[bound]
  }
  if (result['nullable'] === true && typeof result['type'] === 'string') {
    result['type'] = [result['type'], 'null']
    if (Array.isArray(result['enum']) && !result['enum'].includes(null))
      result['enum'] = [...result['enum'], null]
  }
  if (result['items'] !== undefined && !isObject(result['items'])) delete result['items']
  return result
}
