import { writeJson } from '@contract-kit/json-schema/json'
import {
  extendsSchema,
  findDiscriminator,
  subschemaKeywords,
  variantsOf,
} from '@contract-kit/json-schema/schemas'
import { type Json, type JsonObject, isObject } from '../../documents/json.ts'
import { type Comparison, pairKey } from '../comparison.ts'
import { nodeOf, type Side, sourceOf, targetOf } from '../side.ts'
import { omit, readSchema } from './read-schema.ts'

/**
 * Whether two schemas are textually equal after references. Most schemas are unchanged, so this check comes
 * first.
 */
export const isUnchanged = (
  comparison: Comparison,
  before: Json | undefined,
  after: Json | undefined,
): boolean =>
  comparison.base.isVersion30 === comparison.revision.isVersion30 &&
  compareAll(comparison, 'words', haveSameParts, before, after)

/** Whether two schemas are equivalent after normalization and references, ignoring annotations. */
export const saysSame = (
  comparison: Comparison,
  before: Json | undefined,
  after: Json | undefined,
): boolean => compareAll(comparison, 'meaning', haveSameMeaning, before, after)

/** Compares two schemas by their parts, and remembers the pairs. */
function compareAll(
  comparison: Comparison,
  way: string,
  compareParts: CompareParts,
  before: Json | undefined,
  after: Json | undefined,
): boolean {
  const { base, revision, unchanged, changed } = comparison
  const assumed = new Set<string>()
  const isSame: Compare = (one, other) => {
    if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
      return one === other
    const key = `${way} ${pairKey(comparison, one, other)}`
    if (assumed.has(key) || unchanged.has(key)) return true
    if (changed.has(key)) return false
    // Schemas may be recursive: a pair in progress counts as equal.
    assumed.add(key)
    const found = compareParts(base, one, revision, other, isSame)
    if (!found) changed.add(key)
    return found
  }
  const found = isSame(before, after)
  if (found) for (const key of assumed) unchanged.add(key)
  return found
}

type Compare = (one: Json | undefined, other: Json | undefined) => boolean
type CompareParts = (base: Side, one: Json, revision: Side, other: Json, isSame: Compare) => boolean

const haveSameItems = (one: readonly Json[], other: readonly Json[], isSame: Compare): boolean =>
  one.length === other.length && one.every((item, index) => isSame(item, other[index]))

const haveSameMembers = (one: JsonObject, other: JsonObject, isSame: Compare): boolean => {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

function haveSameMeaning(base: Side, one: Json, revision: Side, other: Json, isSame: Compare): boolean {
  if (Array.isArray(one)) return Array.isArray(other) && haveSameItems(one, other, isSame)
  if (!isObject(one) || !isObject(other)) return false
  const [before, after] = [omit(readSchema(base, one), words), omit(readSchema(revision, other), words)]
  const keywords = Object.keys(before)
  return (
    keywords.length === Object.keys(after).length &&
    keywords.every((keyword) => {
      const [value, partner] = [before[keyword], after[keyword]]
      const shape = subschemaKeywords.get(keyword)
      if (shape === undefined) return Object.hasOwn(after, keyword) && writeJson(value) === writeJson(partner)
      return shape === 'map' && isObject(value) && isObject(partner)
        ? haveSameMembers(value, partner, isSame)
        : isSame(value, partner)
    })
  )
}

/** Keywords that are only documentation. */
const words = ['description', 'title', 'examples', 'example', '$comment', 'externalDocs']

function haveSameParts(base: Side, one: Json, revision: Side, other: Json, isSame: Compare): boolean {
  if (Array.isArray(one)) return Array.isArray(other) && haveSameItems(one, other, isSame)
  if (!isObject(one) || !isObject(other)) return false
  const [targets, others] = [targetsOf(base, one), targetsOf(revision, other)]
  if (targets.length !== others.length || !targets.every((target, index) => isSame(target, others[index])))
    return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) =>
        Object.hasOwn(other, name) &&
        // Compare the target of a reference, not its spelling.
        ((targets.length > 0 && isReference(one, name) && isReference(other, name)) ||
          isSame(one[name], other[name])),
    )
  )
}

const isReference = (schema: JsonObject, name: string): boolean =>
  references.has(name) && typeof schema[name] === 'string'

const references: ReadonlySet<string> = new Set(['$ref', '$dynamicRef'])

/** The schemas that a schema refers to: by reference, or as variants that extend it. */
function targetsOf(side: Side, schema: JsonObject): readonly (Json | undefined)[] {
  if ([...references].some((name) => isReference(schema, name))) {
    const target = targetOf(side, schema)
    return target === undefined ? [] : [target]
  }
  if (!isObject(schema['discriminator'])) return []
  const node = nodeOf(side, schema)
  const discriminator = node && findDiscriminator(node)
  if (node === undefined || discriminator === undefined) return []
  return variantsOf(node, discriminator)
    .filter((variant) => extendsSchema(variant.node, node))
    .map((variant) => sourceOf(side, variant.node))
}
