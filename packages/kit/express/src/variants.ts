import { isObject, type Json, jsonTypeOf } from '@contract-kit/json-schema/json'
import { oncePerName } from '@contract-kit/json-schema/memo'
import {
  conjoinedWith,
  type Failure,
  findDiscriminator,
  keywordOf,
  namesBelow,
  namesOfVariant,
  schemasAt,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'

/** The distinguishing features of a member of a `oneOf` or `anyOf`. */
interface Variant {
  /** The discriminator values that select it. */
  readonly names: readonly string[]
  readonly types: readonly Json[]
  readonly required: ReadonlySet<string>
  /** The allowed values of properties, by `const` or `enum`. */
  readonly constants: ReadonlyMap<string, readonly Json[]>
  /** The properties whose presence selects it: its `x-chosen-by`. */
  readonly chosenBy: readonly string[]
}

/**
 * Chooses the most likely member of a union for a value that no member accepts. Criteria, most important first: the type, the
 * discriminator, `x-chosen-by`, properties that contradict the member's constants, properties that match them, properties that only some
 * members require, the fewest failures, the order in the document.
 * @param failures The failures of the value, by member.
 */
export function chooseVariant(
  union: SchemaNode,
  keyword: string,
  value: Json | undefined,
  failures: readonly (readonly Failure[])[],
): number {
  const variants = variantsOf(union, keyword)
  const property = findDiscriminator(union)?.property
  const sent = isObject(value) ? value : {}
  const has = (name: string): boolean => Object.hasOwn(sent, name)
  const tag = property !== undefined && has(property) ? sent[property] : undefined
  const isCommon = (name: string): boolean => variants.every(({ required }) => required.has(name))
  const scores = variants.map(({ names, types, required, constants, chosenBy }, index) => {
    const tagged = [...constants].filter(([name]) => has(name))
    const matching = tagged.filter(([name, values]) => values.includes(sent[name] ?? null))
    return [
      Number(types.length === 0 || types.some((type) => isOfType(value, type))),
      Number(typeof tag === 'string' && names.includes(tag)),
      Number(chosenBy.some(has)),
      matching.length - tagged.length,
      matching.length,
      [...required].filter((name) => has(name) && !isCommon(name)).length,
      -(failures[index]?.length ?? 0),
    ]
  })
  return scores.reduce((best, score, index) => (isHigher(score, scores[best] ?? []) ? index : best), 0)
}

const variantsOf = oncePerName((union: SchemaNode, keyword): readonly Variant[] =>
  schemasAt(union, keyword).map((member) => readVariant(union, member)),
)

function readVariant(union: SchemaNode, member: SchemaNode): Variant {
  const parts = conjoinedWith(member)
  const listsOf = (keyword: string): readonly Json[] =>
    parts.flatMap((part) => {
      const value = keywordOf(part, keyword)
      return value === undefined ? [] : Array.isArray(value) ? value : [value]
    })
  const namesAt = (keyword: string): readonly string[] =>
    listsOf(keyword).filter((name) => typeof name === 'string')
  const discriminator = findDiscriminator(union)
  return {
    names: discriminator === undefined ? [] : namesOfVariant(discriminator, member),
    types: listsOf('type'),
    required: new Set(namesAt('required')),
    constants: new Map(parts.flatMap(constantsOf)),
    chosenBy: namesAt('x-chosen-by'),
  }
}

const constantsOf = (part: SchemaNode): readonly (readonly [name: string, values: readonly Json[]])[] =>
  namesBelow(part.schema, 'properties').flatMap((name) => {
    const property = part.set.child(part, 'properties', name)
    const values = conjoinedWith(property).flatMap((one): readonly Json[] => {
      const [constant, listed] = [keywordOf(one, 'const'), keywordOf(one, 'enum')]
      if (constant !== undefined) return [constant]
      return Array.isArray(listed) ? listed : []
    })
    return values.length === 0 ? [] : [[name, values] as const]
  })

const isOfType = (value: Json | undefined, type: Json): boolean =>
  value !== undefined &&
  (jsonTypeOf(value) === type || (type === 'integer' && jsonTypeOf(value) === 'number'))

function isHigher(score: readonly number[], other: readonly number[]): boolean {
  const differing = score.findIndex((points, index) => points !== other[index])
  return differing !== -1 && (score[differing] ?? 0) > (other[differing] ?? 0)
}
