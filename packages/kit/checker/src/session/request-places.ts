import { appendTokens, isObject, type Json, own, parsePointer } from '@contract-kit/json-schema/json'
import {
  conjoinedWith,
  evaluate,
  findFlag,
  findReferenced,
  keywordOf,
  namesBelow,
  type SchemaNode,
  schemasAt,
} from '@contract-kit/json-schema/schemas'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { InputPlace } from '@contract-kit/resources'

/** A place for a value in a request: a parameter, or a property of the body at any depth. */
export interface RequestPlace extends InputPlace {
  /** The name of the parameter or property. */
  readonly field: string
  /** Its configuration names, most specific first: `addPet.name`, `Pet.name`, `name`. */
  readonly keys: readonly string[]
  /** Undefined if the document does not describe its values. */
  readonly schema: SchemaNode | undefined
  /** Whether it is required in its object or request. */
  readonly isRequired: boolean
  /** JSON Pointer to its declaration in the document. */
  readonly pointer: string
  readonly documentUri: string
}

/** Maximum depth and number of places in a body, because schemas may be recursive. */
const MAX_DEPTH = 5
const MAX_PLACES = 600

const known = new WeakMap<ApiOperation, readonly RequestPlace[]>()

/** The places in an operation's requests: parameters, then body properties, outermost first. */
export const requestPlaces = (operation: ApiOperation): readonly RequestPlace[] => {
  const places = known.get(operation) ?? [...parameterPlaces(operation), ...bodyPlaces(operation)]
  known.set(operation, places)
  return places
}

const parameterPlaces = ({ id, parameters }: ApiOperation): readonly RequestPlace[] =>
  parameters.map(({ name, in: location, required, schema, pointer, documentUri }) => ({
    location,
    name,
    field: name,
    keys: [`${id}.${name}`, name],
    schema,
    isRequired: required || location === 'path',
    pointer,
    documentUri,
  }))

/** A value of the body, and its schema. */
interface BodyValue {
  readonly node: SchemaNode
  readonly at: string
  readonly depth: number
}

const bodyPlaces = (operation: ApiOperation): readonly RequestPlace[] => {
  const places = new Map<string, RequestPlace>()
  const values = (operation.body?.media ?? []).flatMap(({ schema }): BodyValue[] =>
    schema === undefined ? [] : [{ node: schema, at: '', depth: 0 }],
  )
  for (const { node, at, depth } of values) {
    if (depth === MAX_DEPTH || places.size > MAX_PLACES) break
    for (const part of partsOf(node)) {
      for (const place of placesOf(operation, node, part, at)) {
        const { name } = place
        const before = places.get(name)
        places.set(
          name,
          before === undefined
            ? place
            : { ...before, keys: [...new Set([...before.keys, ...place.keys])].toSorted(bySpecificity) },
        )
        if (before === undefined && place.schema !== undefined)
          values.push({ node: place.schema, at: name, depth: depth + 1 })
      }
      for (const item of isObject(keywordOf(part, 'items')) ? schemasAt(part, 'items') : [])
        values.push({ node: item, at: `${at}/*`, depth: depth + 1 })
    }
  }
  return [...places.values()]
}

/** Sorts names with a dot first: they refer to one schema or operation. */
const bySpecificity = (one: string, other: string): number =>
  Number(other.includes('.')) - Number(one.includes('.'))

/** The schemas that may apply to one value: referenced, combined, and alternative ones. */
const partsOf = (node: SchemaNode): ReadonlySet<SchemaNode> => {
  const parts = new Set([node])
  // Iterating a Set also visits entries added meanwhile.
  for (const part of parts) {
    const target = findReferenced(part)
    if (target !== undefined) parts.add(target)
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const branch of schemasAt(part, keyword)) parts.add(branch)
  }
  return parts
}

/** The properties declared by one part of an object's schema, without readOnly ones. */
const placesOf = (
  { id }: ApiOperation,
  object: SchemaNode,
  part: SchemaNode,
  at: string,
): readonly RequestPlace[] => {
  const component = COMPONENT.exec(part.pointer)?.[1]
  return namesBelow(part.schema, 'properties').flatMap((field) => {
    const schema = part.set.child(part, 'properties', field)
    if (findFlag(schema, 'readOnly') !== undefined) return []
    const keys = [`${id}.${field}`, ...(component === undefined ? [] : [`${component}.${field}`]), field]
    return {
      location: 'body' as const,
      name: appendTokens(at, field),
      field,
      keys,
      schema,
      isRequired: requires(object, field),
      pointer: schema.pointer,
      documentUri: schema.documentUri,
    }
  })
}

/** The name of a component, also if the property is declared in its `allOf`, `anyOf` or `oneOf`. */
const COMPONENT = /^\/components\/schemas\/([^/]+)(?:\/(?:allOf|anyOf|oneOf)\/\d+)*$/

const requires = (object: SchemaNode, name: string): boolean =>
  conjoinedWith(object).some((part) => {
    const required = keywordOf(part, 'required')
    return Array.isArray(required) && required.includes(name)
  })

/** The values of a request at a place; several if arrays are on the path. */
export const valuesAt = (
  values: RequestValues,
  { location, name }: InputPlace,
): readonly (Json | undefined)[] => {
  if (location !== 'body') return [own(values[location], name)]
  return values.body === undefined ? [] : readAt(values.body.value, parsePointer(name))
}

const readAt = (current: Json, [token, ...rest]: readonly string[]): readonly (Json | undefined)[] => {
  if (token === undefined) return [current]
  if (Array.isArray(current)) return token === '*' ? current.flatMap((item) => readAt(item, rest)) : []
  if (!isObject(current)) return []
  const value = own(current, token)
  if (value === undefined) return rest.length === 0 ? [undefined] : []
  return readAt(value, rest)
}

/** Returns the new value at a place; `index` counts array items. Undefined means no value. */
type Change = (before: Json | undefined, index: number) => Json | undefined

/**
 * Changes the values of a request at a place, and may add a missing property. The body stays unchanged if the change violates its schema,
 * as in a union branch without the property.
 */
export const changeAt = (
  operation: ApiOperation,
  values: RequestValues,
  { location, name }: InputPlace,
  change: Change,
): RequestValues => {
  if (location !== 'body')
    return {
      ...values,
      [location]: withMember(values[location], name, change(own(values[location], name), 0)),
    }
  const { body } = values
  if (body === undefined) return values
  let count = 0
  const next: Change = (before) => change(before, count++)
  const value = rewrite(body.value, parsePointer(name), next)
  const schema = operation.body?.media.find(({ contentType }) => contentType === body.contentType)?.schema
  const faults = (each: Json): number =>
    schema === undefined ? 0 : evaluate(schema, each, { direction: 'request' }).length
  return faults(value) > faults(body.value) ? values : { ...values, body: { ...body, value } }
}

const rewrite = (current: Json, [token, ...rest]: readonly string[], change: Change): Json => {
  if (token === undefined) return change(current, 0) ?? current
  if (Array.isArray(current))
    return token === '*' ? current.map((item) => rewrite(item, rest, change)) : current
  if (!isObject(current)) return current
  const before = own(current, token)
  if (rest.length === 0) return withMember(current, token, change(before, 0))
  return before === undefined ? current : { ...current, [token]: rewrite(before, rest, change) }
}

const withMember = (
  object: Readonly<Record<string, Json>>,
  name: string,
  value: Json | undefined,
): Record<string, Json> => {
  const { [name]: _before, ...others } = object
  return value === undefined ? others : { ...object, [name]: value }
}
