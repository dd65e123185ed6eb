import type { SchemaNode } from '../schema/schema-node.ts'
import { pairItems, splitItems, type Decoding } from './decoding.ts'
import type { RawPairs } from './parse-pairs.ts'
import { readDeepObject } from './read-deep-object.ts'
import { isClosed, propertyNamesOf, typesOfAny } from './schema-shape.ts'
import type { StyleRule } from './style-rule.ts'
import type { Tree } from './tree.ts'
import { isScalarType, type ValueType } from './types-of.ts'

/** One named value among pairs: its rule, its schemas, and the names that belong to others. */
export interface Slot {
  readonly rule: StyleRule
  readonly nodes: readonly SchemaNode[]
  readonly taken: ReadonlySet<string>
}

/** The values of the pairs that bear the slot's own name, still encoded. */
export const entriesOf = ({ rule }: Slot, { pairs }: RawPairs): readonly string[] =>
  pairs.flatMap(([name, raw]) => (name === rule.name ? [raw] : []))

/** What the style says the pairs hold; nothing where no pair belongs to the slot. */
export const strictTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] => {
  const { rule, nodes } = slot
  const types = typesOfAny(nodes)
  const entries = entriesOf(slot, source)
  const texts = entries.map(decoding.decode)
  const trees: (Tree | undefined)[] = []
  if (rule.style === 'deepObject') trees.push(readDeepObject(rule.name, decodePairs(source, decoding), nodes))
  else if (types.has('object') && rule.explode) trees.push(gatherProperties(slot, source, decoding, true))
  if (entries.length > 0) {
    const isJoined = !rule.explode && rule.style !== 'deepObject'
    const items =
      isJoined && entries.length === 1 ? splitItems(entries.join(''), rule.style, decoding) : texts
    if (types.has('array') && (!isJoined || entries.length === 1)) trees.push(items)
    if (types.has('object') && isJoined) trees.push(pairItems(items))
    const isScalar = [...types].some(isScalarType)
    if (isScalar || trees.every((tree) => tree === undefined)) trees.push(wholeText(texts, types))
  }
  return trees.filter((tree) => tree !== undefined)
}

// Several values where one is wanted: a list, if that cannot be mistaken for a list that is repeated though it should be joined.
const wholeText = (texts: readonly string[], types: ReadonlySet<ValueType>): Tree =>
  texts.length === 1 || types.has('array') ? texts.join(',') : texts

/**
 * What else servers are known to make of the pairs: one of repeated values, or all of them joined, for a scalar; a list split
 * at commas though it should be repeated; an object written in another style.
 */
export const lenientTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] => {
  const { rule, nodes } = slot
  const texts = entriesOf(slot, source).map(decoding.decode)
  const joined = texts.join(',')
  const trees: (Tree | undefined)[] = []
  if (texts.length > 0)
    trees.push(
      ...texts,
      joined,
      trimAll(joined.split(',')),
      trimAll(splitItems(joined, rule.style, decoding)),
    )
  if (typesOfAny(nodes).has('object'))
    trees.push(...spreadTrees(slot, source, decoding), pairItems(joined.split(',')))
  return trees.filter((tree) => tree !== undefined)
}

/** The objects that the pairs hold under other names than the slot's own: as properties, or in brackets. */
export const spreadTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] =>
  [
    gatherProperties(slot, source, decoding, false),
    readDeepObject(slot.rule.name, decodePairs(source, decoding), slot.nodes),
  ].filter((tree) => tree !== undefined)

const trimAll = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim())

const decodePairs = ({ pairs }: RawPairs, { decode }: Decoding): readonly (readonly [string, string])[] =>
  pairs.map(([name, raw]) => [name, decode(raw)])

// An exploded object leaves its own name out: every pair that nobody else claims may be a property of it, if it is open.
const gatherProperties = (
  slot: Slot,
  source: RawPairs,
  decoding: Decoding,
  takesStrays: boolean,
): Tree | undefined => {
  const { nodes, taken, rule } = slot
  const declared = new Set(nodes.flatMap(propertyNamesOf))
  const isOpen = takesStrays && nodes.length > 0 && !nodes.some(isClosed)
  const isOwn = (name: string): boolean =>
    declared.has(name) || (isOpen && !taken.has(name) && name !== rule.name)
  const pairs = decodePairs(source, decoding).filter(([name]) => isOwn(name))
  return pairs.length === 0 ? undefined : new Map(pairs)
}
