import { chooseBranch } from './choose-branch.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import type { Resolve } from './resolve-reference.ts'

/** Everything a document says about one place of a value. */
export interface Place {
  /** The schemas that apply there, flattened: references followed, of each union only the branch the value resembles. */
  readonly schemas: readonly (JsonObject | boolean)[]
  readonly value: unknown
  /** The pointer for people; a name that the document does not know is replaced by `*`. */
  readonly label: readonly (string | number)[]
  /** Set where a union on the way is given a value that mixes its branches. */
  readonly mixed?: {
    readonly label: readonly (string | number)[]
    readonly properties: readonly [string, string]
  }
}

/** Walks from a root schema and value along a pointer. */
export function schemasAt(
  root: unknown,
  value: unknown,
  pointer: readonly string[],
  resolve: Resolve,
): Place {
  return pointer.reduce<Place>((place, key) => step(place, key, resolve), flatten([root], value, [], resolve))
}

function step(place: Place, key: string, resolve: Resolve): Place {
  const isItem = Array.isArray(place.value)
  const known = place.schemas.filter(isJsonObject)
  const declared = known.flatMap((schema) =>
    isItem ? itemSchemas(schema, key) : propertySchemas(schema, key),
  )
  const further = isItem ? [] : known.flatMap((schema) => openSchemas(schema))
  const next = declared.length > 0 ? declared : further
  const isKnown = isItem || declared.length > 0 || known.some((schema) => isRequired(schema, key))
  const label = [...place.label, isItem ? Number(key) : isKnown ? key : '*']
  const below = flatten(next, memberOf(place.value, key), label, resolve)
  return place.mixed === undefined ? below : { ...below, mixed: place.mixed }
}

function flatten(nodes: readonly unknown[], value: unknown, label: Place['label'], resolve: Resolve): Place {
  const schemas: (JsonObject | boolean)[] = []
  const seen = new Set<unknown>()
  let mixed: Place['mixed']
  const visit = (node: unknown): void => {
    const schema = resolve(node)
    if (seen.has(schema)) return
    seen.add(schema)
    if (typeof schema === 'boolean') schemas.push(schema)
    if (!isJsonObject(schema)) return
    schemas.push(schema)
    for (const part of toArray(schema['allOf'])) visit(part)
    // Which of these applied is not known here: a problem is kept when any of them explains it.
    for (const part of [schema['then'], schema['else'], ...valuesOf(schema['dependentSchemas'])]) visit(part)
    for (const union of [schema['oneOf'], schema['anyOf']]) {
      if (!Array.isArray(union)) continue
      const choice = chooseBranch(union, value, resolve)
      if (choice.kind === 'branch') visit(choice.schema)
      else mixed ??= { label, properties: choice.properties }
    }
  }
  nodes.forEach(visit)
  return { schemas, value, label, ...(mixed !== undefined && { mixed }) }
}

function propertySchemas(schema: JsonObject, key: string): unknown[] {
  const properties = schema['properties']
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : []
}

/** The schemas of members that have no name in the document. */
function openSchemas(schema: JsonObject): unknown[] {
  return [
    ...valuesOf(schema['patternProperties']),
    schema['additionalProperties'],
    schema['unevaluatedProperties'],
  ].filter((one) => one !== undefined)
}

function itemSchemas(schema: JsonObject, key: string): unknown[] {
  const positioned = toArray(schema['prefixItems'])[Number(key)]
  return [positioned ?? schema['items']].filter((one) => one !== undefined)
}

/** True when a schema itself asks for a member, now or because of another member. */
export function isRequired(schema: JsonObject, key: string): boolean {
  return [schema['required'], ...valuesOf(schema['dependentRequired'])].some((names) =>
    toArray(names).includes(key),
  )
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

const valuesOf = (node: unknown): unknown[] => (isJsonObject(node) ? Object.values(node) : [])
const toArray = (node: unknown): unknown[] => (Array.isArray(node) ? node : [])
