import type { ErrorObject, FuncKeywordDefinition } from 'ajv/dist/2020.js'
import {
  below,
  fromReference,
  isObject,
  type JsonObject,
  keysOf,
  lookUp,
  type OpenApiDocument,
  partsOf,
} from './document.ts'

/**
 * `oneOf` or `anyOf` as a keyword that reports the problems of one member, where no member accepts a value: of that which the value is
 * meant for. A member compiles when the first value comes.
 * @param pointerOf The JSON Pointer of a schema object.
 * @param errorsAt What is wrong with a value by the schema at a JSON Pointer.
 */
export function variantKeyword(
  keyword: 'oneOf' | 'anyOf',
  document: OpenApiDocument,
  pointerOf: (schema: object) => string,
  errorsAt: (pointer: string, value: unknown) => readonly ErrorObject[],
): FuncKeywordDefinition {
  const compile: NonNullable<FuncKeywordDefinition['compile']> = (_members, parent) => {
    const pointer = pointerOf(parent)
    const schema = lookUp(document, pointer) as JsonObject
    const members = schema[keyword] as readonly unknown[]
    const choose = chooseVariant(document, schema, members)
    const judge: ReturnType<typeof compile> = (value, place) => {
      const instancePath = place?.instancePath ?? ''
      const found = members.map((_member, index) => errorsAt(below(below(pointer, keyword), index), value))
      const matches = found.filter((errors) => errors.length === 0).length
      if (matches === 1 || (matches > 1 && keyword === 'anyOf')) return true
      const several = {
        keyword,
        instancePath: '',
        params: {},
        message: 'must match exactly one schema in oneOf',
      }
      const counts = found.map((errors) => errors.length)
      const reported = matches > 1 ? [several] : (found[choose(value, counts)] ?? [])
      judge.errors = reported.map((error) => ({ ...error, instancePath: instancePath + error.instancePath }))
      return false
    }
    return judge
  }
  return { keyword, schemaType: 'array', errors: 'full', compile }
}

/** A member of a `oneOf` or `anyOf`: what tells it from the others. */
interface Variant {
  /** The name of its component; undefined for a schema in place. */
  readonly name: string | undefined
  readonly types: readonly unknown[]
  readonly required: ReadonlySet<string>
  /** The values that it lets properties have, by `const` or `enum`. */
  readonly constants: ReadonlyMap<string, readonly unknown[]>
  /** Properties by which alone it is chosen: its `x-chosen-by`. */
  readonly chosenBy: readonly string[]
}

/** Chooses the member that a value is meant for. `problems` counts what is wrong with the value by each member. */
type ChooseVariant = (value: unknown, problems: readonly number[]) => number

/**
 * Makes the choice among the members of a composition that has rejected a value. What decides, the most important first: the type, the
 * discriminator, `x-chosen-by`, properties with other constants than the member's, properties with its constants, properties that only some
 * members require, the fewest problems, the order in the document.
 */
function chooseVariant(
  document: OpenApiDocument,
  schema: JsonObject,
  members: readonly unknown[],
): ChooseVariant {
  const variants = members.map((member) => readVariant(document, isObject(member) ? member : {}))
  const isCommon = (name: string) => variants.every(({ required }) => required.has(name))
  return (value, problems) => {
    const named = namedVariant(schema['discriminator'], value)
    const scores = variants.map((variant, index) => {
      const { types, required, constants, chosenBy, name } = variant
      const sent = isObject(value) ? value : {}
      const has = (property: string) => Object.hasOwn(sent, property)
      const tagged = [...constants].filter(([property]) => has(property))
      const matching = tagged.filter(([property, values]) => values.includes(sent[property]))
      return [
        Number(types.length === 0 || types.includes(typeOf(value))),
        Number(named !== undefined && name === named),
        Number(chosenBy.some(has)),
        matching.length - tagged.length,
        matching.length,
        [...required].filter((property) => has(property) && !isCommon(property)).length,
        -(problems[index] ?? 0),
      ]
    })
    return scores.reduce((best, score, index) => (isHigher(score, scores[best]!) ? index : best), 0)
  }
}

function readVariant(document: OpenApiDocument, member: JsonObject): Variant {
  const parts = [member, ...partsOf(document, member)]
  const properties = parts.flatMap((part) => Object.entries(part['properties'] ?? {}))
  return {
    name: nameOf(member['$ref']),
    types: parts.flatMap(({ type = [] }) => type as string | readonly string[]),
    required: new Set(parts.flatMap(({ required = [] }) => required as readonly string[])),
    constants: new Map(
      properties.flatMap(([name, property]) => {
        if (!isObject(property)) return []
        const values = [property, ...partsOf(document, property)].flatMap((part): readonly unknown[] =>
          'const' in part ? [part['const']] : Array.isArray(part['enum']) ? part['enum'] : [],
        )
        return values.length === 0 ? [] : [[name, values] as const]
      }),
    ),
    chosenBy: parts.flatMap((part) => (part['x-chosen-by'] ?? []) as readonly string[]),
  }
}

/** The component that the discriminator names for a value (OpenAPI 3.1, 4.8.25); undefined where it names none. */
function namedVariant(discriminator: unknown, value: unknown): string | undefined {
  if (!isObject(discriminator) || !isObject(value)) return undefined
  const tag = value[String(discriminator['propertyName'])]
  if (typeof tag !== 'string') return undefined
  const mapping = isObject(discriminator['mapping']) ? discriminator['mapping'] : {}
  const target = Object.hasOwn(mapping, tag) ? mapping[tag] : tag
  return nameOf(target) ?? String(target)
}

const nameOf = (reference: unknown): string | undefined => keysOf(fromReference(reference) ?? '').at(-1)

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

function isHigher(score: readonly number[], other: readonly number[]): boolean {
  const differing = score.findIndex((points, index) => points !== other[index])
  return differing !== -1 && score[differing]! > other[differing]!
}
