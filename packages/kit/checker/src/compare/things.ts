import type { Exchange } from '../core/exchange.ts'
import { oncePer } from '@contract-kit/json-schema/memo'
import { equalJson, isObject, type Json, type JsonObject, own } from '@contract-kit/json-schema/json'
import { type Direction, findFlag, findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { essenceOf, findMedia } from '@contract-kit/openapi'
import { sketchValue, wrappedIn } from '@contract-kit/resources/exchanges'
import { describeProperty, describingSchemas } from '@contract-kit/json-schema/schemas'
import { agrees, isNothing, isServerOwned, saysTheSame } from './same-values.ts'

/** An object in a request or response, with its schemas. */
export interface Thing {
  readonly value: JsonObject
  readonly schemas: readonly SchemaNode[]
}

/** The candidate objects of a response: the whole body, then the objects that it wraps (`data`, `result`, …). */
export const readShown = oncePer(({ response: { json }, media }: Exchange): readonly Thing[] =>
  readThings(json, media?.schema, 'response'),
)

/** The candidate objects of a request body. */
export const readSent = oncePer(({ case: { operation, values } }: Exchange): readonly Thing[] => {
  const body = values?.body
  const media = body && findMedia(operation?.body?.media ?? [], body.contentType)
  return readThings(body?.value, media?.schema, 'request')
})

/** The two objects, one of each list, that share the most names; the outermost if equal. */
export const pairThings = (
  left: readonly Thing[],
  right: readonly Thing[],
): readonly [Thing, Thing] | undefined => {
  let best: { readonly pair: readonly [Thing, Thing]; readonly count: number } | undefined
  for (const one of left) {
    for (const other of right) {
      const count = Object.keys(one.value).filter((name) => Object.hasOwn(other.value, name)).length
      if (count > (best?.count ?? 0)) best = { pair: [one, other], count }
    }
  }
  return best?.pair
}

const readThings = (
  root: Json | undefined,
  schema: SchemaNode | undefined,
  direction: Direction,
): readonly Thing[] => {
  if (!isObject(root)) return []
  const whole = { value: root, schemas: schema === undefined ? [] : [schema] }
  return wrappedIn(sketchValue(root), '').flatMap(({ pointer }): readonly Thing[] => {
    const holder = memberAt(whole, pointer.slice(0, -1), direction)
    if (pointer.length > 0 && holder !== undefined && isResourceObject(holder.value)) return []
    const thing = memberAt(whole, pointer, direction)
    if (thing === undefined) return []
    return [isResourceObject(thing.value) ? withFields(thing, direction) : thing]
  })
}

/** An object within a thing, with its schemas. */
const memberAt = (whole: Thing, pointer: readonly string[], direction: Direction): Thing | undefined => {
  const { value, schemas } = whole
  const describing = describingSchemas(schemas, value, direction)
  const [token, ...rest] = pointer
  if (token === undefined) return { value, schemas: describing }
  const held = own(value, token)
  if (!isObject(held)) return undefined
  return memberAt({ value: held, schemas: describeProperty(describing, token).schemas }, rest, direction)
}

/** Whether an object is a JSON:API resource object, with its properties in `attributes`. */
const isResourceObject = ({ type, attributes = null }: JsonObject): boolean =>
  typeof type === 'string' && isObject(attributes)

/** A resource object as one flat thing: attributes and relationships share a namespace with type and id (JSON:API 1.1, "Fields"). */
const withFields = (thing: Thing, direction: Direction): Thing => {
  const { attributes: _attributes, relationships: _relationships, ...rest } = thing.value
  const holders = ['attributes', 'relationships'].flatMap((name) => memberAt(thing, [name], direction) ?? [])
  return {
    value: Object.assign({}, ...holders.map(({ value }) => value), rest) as JsonObject,
    schemas: [...thing.schemas, ...holders.flatMap(({ schemas }) => schemas)],
  }
}

/** A property that clients may set and responses show. */
interface CommonField {
  readonly name: string
  readonly left: Json
  /** Undefined if the right side omits the property. */
  readonly right: Json | undefined
  readonly schemas: readonly SchemaNode[]
}

/**
 * Lists the properties of the left thing that both schemas name and only clients set. Omits read-only, write-only and server-set
 * properties. `isNew`: the item is being created.
 */
export const commonFields = (left: Thing, right: Thing, isNew: boolean): readonly CommonField[] =>
  Object.entries(left.value).flatMap(([name, value]) => {
    const [one, other] = [describeProperty(left.schemas, name), describeProperty(right.schemas, name)]
    if (one.schemas.length === 0 || other.schemas.length === 0 || isServerOwned(name, isNew)) return []
    const schemas = [...one.schemas, ...other.schemas]
    if (
      schemas.some(
        (node) => findFlag(node, 'readOnly') !== undefined || findFlag(node, 'writeOnly') !== undefined,
      )
    )
      return []
    const shown = Object.hasOwn(right.value, name) ? right.value[name] : undefined
    return [{ name, left: value, right: shown, schemas }]
  })

const HABIT =
  /trim|normali[sz]|truncat|shorten|\bcut|excerpt|preview|abbreviat|strip|clean|saniti[sz]|mask|hash|first \d|canonical|slug|round(s|ed)\b|clamp|capped|\b(is|are) (read as|removed|escaped)\b/i

/** Whether a description says that the value is not stored unchanged. */
export const describesNormalization = (schemas: readonly SchemaNode[]): boolean =>
  schemas.some((node) => {
    const description = findKeyword(node, 'description')
    return typeof description === 'string' && HABIT.test(description)
  })

/** Whether the shown value may be the sent one, normalized. An enum value may only change its case. */
export const fieldAgrees = ({ left, right, schemas }: CommonField): boolean => {
  if (right === undefined || describesNormalization(schemas)) return true
  const isFixed = schemas.some(
    (node) => findKeyword(node, 'enum') !== undefined || findKeyword(node, 'format') === 'uuid',
  )
  if (isFixed && typeof left === 'string' && typeof right === 'string')
    return left.toLowerCase() === right.toLowerCase()
  return agrees(left, right) && !(isMap(schemas) && losesEntries(left, right))
}

/** Whether an object holds data under names that the client chooses, such as labels. */
const isMap = (schemas: readonly SchemaNode[]): boolean =>
  schemas.some((node) => isObject(findKeyword(node, 'additionalProperties'))) &&
  schemas.every((node) =>
    ['properties', 'oneOf', 'anyOf'].every((name) => findKeyword(node, name) === undefined),
  )

/** Whether entries of a map are gone. Servers may fold the case of names, and drop entries without a value. */
const losesEntries = (sent: Json, shown: Json): boolean => {
  if (!isObject(sent) || !isObject(shown)) return false
  const kept = new Set(Object.keys(shown).map((name) => name.toLowerCase()))
  return Object.keys(sent).some((name) => !isNothing(sent[name]) && !kept.has(name.trim().toLowerCase()))
}

/** Whether the body of a write is the thing itself, or a merge patch of it; a JSON Patch (RFC 6902) is neither. */
export const writesAsOneThing = ({ case: { values, request } }: Exchange): boolean =>
  ['POST', 'PUT', 'PATCH'].includes(request.method) &&
  isObject(values?.body?.value) &&
  essenceOf(values.body.contentType) !== 'application/json-patch+json'

/**
 * Collects the known properties of an item before its deletion: request, its response, and a read; later ones win. A deletion flag that the
 * client sent does not count.
 */
export const knownOf = (created: Exchange, read?: Exchange, change?: Exchange): Json =>
  [created, change, read]
    .flatMap((exchange) =>
      exchange === undefined
        ? []
        : [exchange.case.values?.body?.value, exchange === change ? undefined : exchange.response.json],
    )
    .reduce<Json>((known, more) => (more === undefined ? known : mergeDeep(known, more)), {})

const mergeDeep = (one: Json, other: Json): Json =>
  isObject(one) && isObject(other)
    ? Object.fromEntries(
        [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => {
          const [left, right] = [own(one, name), own(other, name)]
          return [
            name,
            left === undefined ? (right ?? null) : right === undefined ? left : mergeDeep(left, right),
          ]
        }),
      )
    : other

/** Whether schemas allow only a few values: a boolean or an enum. */
export const isChoice = (schemas: readonly SchemaNode[]): boolean =>
  schemas.some(
    (node) =>
      findKeyword(node, 'type') === 'boolean' ||
      ['enum', 'const'].some((name) => findKeyword(node, name) !== undefined),
  )

/** Whether a sent thing contains only values shown before. */
export const saysNothingNew = (sent: Thing, shown: Thing): boolean =>
  Object.entries(sent.value).every(([name, value]) => equalJson(value, own(shown.value, name)))

/** Whether a name that the client sent was added to an object, or removed. Two objects say the same if their common properties do. */
const movesEntries = (sent: Json, old: Json, now: Json): boolean =>
  isObject(sent) &&
  isObject(old) &&
  isObject(now) &&
  Object.keys(sent).some((name) => Object.hasOwn(old, name) !== Object.hasOwn(now, name))

/** Whether the read after a change shows another value of a changed property. */
export const showsChange = (before: Exchange, change: Exchange, after: Exchange): boolean => {
  const [was, is] = pairThings(readShown(before), readShown(after)) ?? []
  const [sent] = is === undefined ? [] : (pairThings(readSent(change), [is]) ?? [])
  if (sent === undefined || was === undefined || is === undefined) return false
  return Object.entries(sent.value).some(([name, value]) => {
    const [old, now] = [was.value[name] ?? null, is.value[name] ?? null]
    return !saysTheSame(old, now) || movesEntries(value, old, now)
  })
}
