import { isNothing } from '../compare/same-values.ts'
import { readSent } from '../compare/things.ts'
import type { Exchange } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import {
  appendTokens,
  findAt,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import { describeProperty, findKeyword, isValid } from '@contract-kit/json-schema/schemas'
import { type ApiOperation, essenceOf } from '@contract-kit/openapi'
import { replacePart, textPointers } from '../phases/values.ts'
import { listBoundaries } from './boundary-bodies.ts'
import { bodySchema, findObjectBody, withObject, withPart } from './object-body.ts'
import type { BrokenValues } from './port.ts'
import type { Walk } from './walk.ts'

const DRAWS = 5

/**
 * A valid request that changes as much of an item as possible, with all compatible properties. Values that were not drawn come from schema
 * boundaries, except references to other items.
 */
export const drawFullChange = (walk: Walk, operation: ApiOperation, item: JsonObject): RequestValues => {
  const first = walk.draw(operation)
  if (first.body === undefined) return first
  const drawn = Array.from({ length: DRAWS - 1 }, () => walk.draw(operation))
  return completeBody(walk, operation, first, { drawn, item })
}

/** Completes a request from others, then from schema boundaries. */
export const completeBody = (
  walk: Walk,
  operation: ApiOperation,
  first: RequestValues,
  { drawn, ...others }: Pick<Ingredients, 'drawn' | 'item' | 'names'>,
): RequestValues => {
  const { body } = first
  if (body === undefined) return first
  const { contentType } = body
  const atLimits = listBoundaries(operation, contentType).map(({ value }): RequestValues => ({
    ...first,
    body: { contentType, value },
  }))
  const alike = drawn.filter((values) => values.body?.contentType === contentType)
  const isBound = boundNames(walk, operation)
  return mixBodies(operation, first, { drawn: alike, atLimits, isBound, ...others })
}

const boundNames = ({ port: { graph } }: Walk, operation: ApiOperation): ((name: string) => boolean) => {
  const names = new Set(
    graph
      .bindings(operation)
      .flatMap(({ location, name }) => (location === 'body' ? parsePointer(name) : [])),
  )
  return (name) => names.has(name)
}

/** Maximum number of different values per property. */
const MAX_VALUES = 8

/** The sources for a mixed body. */
interface Ingredients {
  /** Other generated requests. */
  readonly drawn: readonly RequestValues[]
  /** Requests at schema boundaries, for properties that the others lack. */
  readonly atLimits: readonly RequestValues[]
  /** The current values of the item. */
  readonly item: JsonObject
  /** Properties that refer to other items, whose values must not come from `atLimits`. */
  readonly isBound: (name: string) => boolean
  /** The properties to take from the sources; all by default. */
  readonly names?: readonly string[]
}

/**
 * Combines several requests into one with every property of any of them, as far as the schema allows it. Chooses the value of each property
 * that is easiest to verify: not empty, not the current value, not the default.
 */
export const mixBodies = (
  operation: ApiOperation,
  first: RequestValues,
  { drawn, atLimits, item, isBound, names }: Ingredients,
): RequestValues => {
  const toBody = (values: RequestValues) => findObjectBody(operation, values)?.value ?? {}
  const bodies = [first, ...drawn].map(toBody)
  const limits = atLimits.map(toBody)
  const fields = findObjectBody(operation, first)?.sketch?.fields()
  const offered = new Set(names ?? [...bodies, ...limits].flatMap((body) => Object.keys(body)))
  return [...offered].reduce((mixed, name) => {
    const current = toBody(mixed)
    const worthOf = (value: Json): number => worth(value, own(item, name), fields?.get(name)?.defaultValue)
    const values = distinct(name, isBound(name) ? bodies : [...bodies, ...limits])
    for (const value of values.toSorted((left, right) => worthOf(right) - worthOf(left))) {
      if (writeJson(own(current, name)) === writeJson(value)) return mixed
      const changed = withObject(operation, mixed, { ...current, [name]: value })
      if (changed !== undefined) return changed
    }
    return mixed
  }, first)
}

/** The distinct values of a property in bodies, in order. */
const distinct = (name: string, bodies: readonly JsonObject[]): readonly Json[] => {
  const values = new Map<string, Json>()
  for (const body of bodies) {
    const value = own(body, name)
    if (value !== undefined && values.size < MAX_VALUES) values.set(writeJson(value), value)
  }
  return [...values.values()]
}

/** How clearly a value shows that it was stored. */
const worth = (value: Json, current: Json | undefined, fallback: Json | undefined): number => {
  const text = writeJson(value)
  if (isNothing(value)) return 0
  if (text === writeJson(current)) return 1
  if (text === writeJson(fallback)) return 2
  // Prefers the object with the most content.
  return isObject(value) ? 3 + Object.keys(value).length : 3
}

/**
 * Copies a request with a minimal body that keeps the given properties. A resource object keeps only its type and id besides attributes.
 */
export const thinBody = (
  operation: ApiOperation,
  values: RequestValues,
  keep: readonly string[] = [],
): RequestValues => {
  const { path = [] } = findObjectBody(operation, values) ?? {}
  const outer =
    path.at(-1) === 'attributes' ? thinObject(operation, values, path.slice(0, -1), ENVELOPE) : values
  return thinObject(operation, outer, path, keep)
}

const ENVELOPE = ['type', 'id', 'attributes']

/** Removes optional properties from one object of a body. */
const thinObject = (
  operation: ApiOperation,
  values: RequestValues,
  path: readonly string[],
  keep: readonly string[],
): RequestValues => {
  const objectOf = ({ body }: RequestValues): JsonObject => {
    const value = body && findAt(body.value, appendTokens('', ...path))
    return value !== undefined && isObject(value) ? value : {}
  }
  return Object.keys(objectOf(values)).reduce((current, name) => {
    const changed = keep.includes(name)
      ? undefined
      : withPart(operation, current, path, without(objectOf(current), name))
    return changed ?? current
  }, values)
}

/** Copies a request with the texts of an accepted one. One of them may have to be unique, so that the server rejects the request. */
export const takenBody = (
  operation: ApiOperation,
  accepted: Exchange,
  drawn: RequestValues,
): RequestValues | undefined => {
  const sent = accepted.case.values && findObjectBody(operation, accepted.case.values)?.value
  const schemas = readSent(accepted).flatMap((thing) => thing.schemas)
  const texts = Object.entries(sent ?? {}).filter(
    ([name, value]) =>
      typeof value === 'string' &&
      !describeProperty(schemas, name).schemas.some((node) => findKeyword(node, 'enum') !== undefined),
  )
  const other = findObjectBody(operation, drawn)?.value
  return other === undefined || texts.length === 0
    ? undefined
    : withObject(operation, drawn, { ...other, ...Object.fromEntries(texts) })
}

/** Requests that name only one property of a nested object, if the schema allows it. */
export const partsOf = (
  operation: ApiOperation,
  values: RequestValues,
  item: JsonObject,
): readonly RequestValues[] =>
  Object.entries(item).flatMap(([name, inner]) => {
    const held = isObject(inner) ? Object.entries(inner) : []
    const parts = held.flatMap(
      ([key, value]) => withOnly(operation, values, { [name]: { [key]: value } }) ?? [],
    )
    return held.length > 1 ? parts.slice(0, 1) : []
  })

/**
 * Requests that each remove one part of an item, if the schema allows it: all items of a list, or one property of a nested object by null.
 * At most two per object.
 */
export const removalsOf = (
  operation: ApiOperation,
  values: RequestValues,
  item: JsonObject,
): readonly RequestValues[] =>
  Object.entries(item).flatMap(([name, inner]) => {
    const held = isObject(inner) ? Object.keys(inner).filter((key) => !isNothing(inner[key])) : []
    const emptied = Array.isArray(inner) ? [[]] : held.map((key) => ({ [key]: null }))
    return emptied
      .flatMap((value) => withOnly(operation, values, { [name]: value }) ?? [])
      .slice(0, MAX_REMOVALS)
  })

/** A request that sets all nullable properties of an item to null; undefined if there are none. */
export const nullsOf = (
  operation: ApiOperation,
  values: RequestValues,
  item: JsonObject,
): RequestValues | undefined => {
  const fields = findObjectBody(operation, values)?.sketch?.fields()
  const names = Object.keys(item).filter(
    (name) =>
      !isNothing(item[name]) &&
      fields?.get(name)?.sketch.types.has('null') === true &&
      withOnly(operation, values, { [name]: null }) !== undefined,
  )
  return names.length === 0
    ? undefined
    : withOnly(operation, values, Object.fromEntries(names.map((name) => [name, null])))
}

/** Copies a request with only these and required properties. */
const withOnly = (
  operation: ApiOperation,
  values: RequestValues,
  properties: JsonObject,
): RequestValues | undefined => {
  const needed = findObjectBody(operation, thinBody(operation, values))?.value ?? {}
  return (
    withObject(operation, values, properties) ?? withObject(operation, values, { ...needed, ...properties })
  )
}

const MAX_REMOVALS = 2

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

/** U+0000 in a text, and a text longer than most columns: valid, but often rejected. */
const ODD_TEXTS = ['Odd\u0000text', 'long '.repeat(600)]

/** Requests with as many odd texts as the schema allows, except in references; empty if it allows none. */
export const oddBodies = (walk: Walk, operation: ApiOperation): readonly RequestValues[] =>
  ODD_TEXTS.flatMap((odd) => {
    const values = drawFullChange(walk, operation, {})
    const { body } = values
    const schema = body && bodySchema(operation, body.contentType)
    if (body === undefined || schema === undefined) return []
    const isBound = boundNames(walk, operation)
    const pointers = textPointers(body.value, '').filter((pointer) => !parsePointer(pointer).some(isBound))
    const value = pointers.reduce((current, pointer) => {
      const changed = replacePart(current, parsePointer(pointer), odd)
      return isValid(schema, changed, { direction: 'request' }) ? changed : current
    }, body.value)
    return value === body.value ? [] : [{ ...values, body: { ...body, value } }]
  })

/** Number of broken requests to choose from. */
const SUPPLY = 40

/**
 * Makes up to `count` copies of a request, each with one violated keyword, spread over the body. The body stays an object, because a server
 * may store other properties before it detects the invalid one.
 */
export const brokenObjects = (
  { port, id }: Walk,
  operation: ApiOperation,
  values: RequestValues,
  count: number,
): readonly BrokenValues[] => {
  const broken = port.brokenBodies(operation, values, { salt: `${id} broken`, limit: SUPPLY })
  const objects = broken.filter(({ values: { body } }) => body !== undefined && isObject(body.value))
  if (objects.length <= count) return objects
  const step = (objects.length - 1) / Math.max(1, count - 1)
  return Array.from({ length: count }, (_item, index) => objects[Math.round(index * step)]).filter(
    (each) => each !== undefined,
  )
}

/** The documented success media types of an operation, without parameters. */
export const successTypes = ({ responses }: ApiOperation): ReadonlySet<string> =>
  new Set(
    [...responses.values()].flatMap(({ status, media }) =>
      status.startsWith('2') ? media.map(({ contentType }) => essenceOf(contentType)) : [],
    ),
  )
