import { writeJson } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import {
  createDerivedNode,
  type Direction,
  evaluate,
  type Failure,
  isValid,
  namesBelow,
  reachableInPlace,
  referTo,
  schemasAt,
  type SchemaNode,
  subschemaKeywords,
  unlessUnresolved,
} from '@contract-kit/json-schema/schemas'
import { boundaryValues, brokenValues, findTemplate, sampleValues } from '@contract-kit/json-schema/values'
import { type Json, type JsonObject, isObject } from '../../documents/json.ts'
import { DOCUMENT_URI, nodeOf, type Side } from '../side.ts'

/** A whole schema of one document, for values of one direction. May be a boolean schema. */
export interface View {
  readonly schema: SchemaNode | boolean
  readonly direction: Direction
}

/** A schema for the validator. A composed schema refers to its parts in the document. */
export function toView(side: Side, schema: Json | undefined, direction: Direction): View {
  if (!isObject(schema)) return { schema: schema !== false, direction }
  const node = nodeOf(side, schema)
  if (node !== undefined) return { schema: node, direction }
  // The document root is treated as a schema for its base URI.
  const root = side.set.node(DOCUMENT_URI)
  return { schema: createDerivedNode(root, withParts(side, schema)), direction }
}

/** A composed schema, with references to its parts in the document. */
function withParts(side: Side, schema: JsonObject): JsonObject {
  const part = (below: Json): Json => {
    if (!isObject(below)) return below
    const node = nodeOf(side, below)
    return node === undefined ? withParts(side, below) : referTo(node)
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const shape = subschemaKeywords.get(keyword)
      if (shape === 'one') return [keyword, part(value)]
      if (shape === 'list' && Array.isArray(value)) return [keyword, value.map(part)]
      if (shape !== 'map' || !isObject(value)) return [keyword, value]
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, below]) => [name, part(below)]))]
    }),
  )
}

/** Whether a value is valid. True if it cannot be validated, for example because of a broken reference. */
export function accepts({ schema, direction }: View, value: Json): boolean {
  return typeof schema === 'boolean' ? schema : isValid(schema, value, { direction })
}

/** Whether the schema, or one that it combines, has a property of this name. */
export function isDescribed({ schema }: View, name: string): boolean {
  if (typeof schema === 'boolean') return false
  const all = unlessUnresolved(() => reachableInPlace(schema)) ?? new Set<SchemaNode>()
  return [...all].some(({ schema: part }) => namesBelow(part, 'properties').includes(name))
}

/** The failures of a value. */
export function failuresOf({ schema, direction }: View, value: Json): readonly Failure[] {
  return typeof schema === 'boolean' ? [] : evaluate(schema, value, { direction })
}

/** Ordinary valid values. */
const SAMPLES = 24

/** Valid values of a schema: the plainest one, and some pseudorandom ones, the same in every run. */
export function ordinaryValues(view: View): readonly Json[] {
  const plainest = plainestValues(view)
  const { schema, direction } = view
  return typeof schema === 'boolean' || plainest.length === 0
    ? plainest
    : [...plainest, ...samplesOf[direction](schema)]
}

/** The plainest valid value of a schema. */
export const plainestValues = ({ schema, direction }: View): readonly Json[] =>
  typeof schema === 'boolean' ? (schema ? anyValues : []) : plainestOf[direction](schema)

const toPlainest =
  (direction: Direction) =>
  (schema: SchemaNode): readonly Json[] => {
    const plainest = findTemplate(schema, { direction })
    return plainest === undefined ? [] : [plainest]
  }
const toSamples =
  (direction: Direction) =>
  (schema: SchemaNode): readonly Json[] =>
    sampleValues(schema, { direction }, SAMPLES)

const plainestOf = { request: oncePer(toPlainest('request')), response: oncePer(toPlainest('response')) }
const samplesOf = { request: oncePer(toSamples('request')), response: oncePer(toSamples('response')) }

/** Values of every type, for a schema without constraints. */
export const anyValues: readonly Json[] = [
  null,
  true,
  false,
  0,
  1.5,
  -1,
  '',
  'text',
  [],
  [1, 'a'],
  {},
  { a: 1 },
]

/** The most places whose bounds are tested. Deeper places are compared separately. */
const PLACES = 40

/** Significant values: at the bounds of a schema, and beyond each of them. */
export function tellingValues({ schema, direction }: View): readonly Json[] {
  if (typeof schema === 'boolean') return []
  const options = { direction, places: PLACES }
  return [...boundaryValues(schema, options), ...brokenValues(schema, options)].map(({ value }) => value)
}

/**
 * A schema, its negated schemas and its conditions. Values of the whole rarely exercise
 * them.
 */
export function viewsWithin({ schema, direction }: View): readonly View[] {
  if (typeof schema === 'boolean') return [{ schema, direction }]
  const deciding = [...reachableInPlace(schema)].flatMap((part) =>
    ['not', 'if', 'then', 'else'].flatMap((keyword) => schemasAt(part, keyword)),
  )
  return [...new Set([schema, ...deciding])].map((one) => ({ schema: one, direction }))
}

/** Lists of two items that match `contains` of either schema. */
export function countedValues(views: readonly View[]): readonly Json[] {
  const items = views.flatMap(({ schema, direction }) =>
    typeof schema === 'boolean'
      ? []
      : [...reachableInPlace(schema)]
          .flatMap((part) => schemasAt(part, 'contains'))
          .flatMap((counted) => ordinaryValues({ schema: counted, direction }).slice(0, COUNTED)),
  )
  return items.flatMap((one) => items.map((other) => [one, other]))
}

/** The most items to combine. */
const COUNTED = 4

/** Values without repetitions, the shortest first. */
export function shortestFirst(values: readonly Json[]): readonly Json[] {
  const byText = new Map(values.map((value) => [writeJson(value), value]))
  return [...byText].toSorted(([one], [other]) => one.length - other.length).map(([, value]) => value)
}
