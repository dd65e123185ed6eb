import type { Json } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { percentDecode } from '../percent-encode.ts'
import type { StyleRule } from '../write-parameters.ts'
import {
  type Candidate,
  type Decoding,
  decodingsFor,
  lenientCandidates,
  pairItems,
  type RawPairs,
  type Reading,
  splitItems,
} from './reading.ts'
import {
  candidatesOf,
  definedPart,
  isClosed,
  isScalarType,
  itemNodesOf,
  propertyNamesOf,
  propertyNodesOf,
  type TextReader,
  type Tree,
  typesOfAny,
  type ValueType,
} from './schema-shape.ts'

/** Reads one named value from the pairs of a query, a form or cookies, by its style. */
export const readPairs = (slot: Slot, source: RawPairs): Reading => {
  const entries = entriesOf(slot, source)
  const decodings = decodingsFor(
    source.location,
    isSpread(slot) ? source.pairs.map(([, raw]) => raw) : entries,
  )
  const strict = decodings.map((decoding) => typed(slot, strictTrees(slot, source, decoding), slot.read))
  // Most cookie parsers keep only one value of a repeated name.
  if (source.location === 'cookie' && entries.length > 1)
    strict.push(typed(slot, [[percentDecode(entries[0] ?? '')]], slot.read))
  // In OpenAPI, only `allowEmptyValue` allows an empty parameter. Some parsers treat an empty one as absent.
  if (entries.length > 0 && entries.every((raw) => raw === '')) strict.push([undefined])
  return {
    strict,
    isUndefined: decodings.some((decoding) =>
      strictTrees(slot, source, decoding).some((tree) => definedPart(slot.nodes, tree) !== tree),
    ),
    lenient: () => decodings.flatMap((decoding) => lenientCandidatesOf(slot, source, decoding)),
  }
}

const isSpread = ({ rule, nodes }: Slot): boolean =>
  (rule.explode || rule.style === 'deepObject') && typesOfAny(nodes).has('object')

const typed = ({ nodes }: Slot, trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
  trees.length === 0 ? [undefined] : trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))

const lenientCandidatesOf = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Candidate[] => {
  const found = [...strictTrees(slot, source, decoding), ...lenientTrees(slot, source, decoding)]
  // A strict server may support only the readings that OpenAPI defines.
  const defined = found.map((tree) => definedPart(slot.nodes, tree))
  const trees = [...new Set([...found, ...defined.filter((tree) => tree !== undefined)])]
  const values = trees.length === 0 ? [] : typed(slot, trees, lenientCandidates)
  const isBlank = entriesOf(slot, source).every((raw) => decoding.decode(raw).trim() === '')
  const isFound = spreadTrees(slot, source, decoding).length > 0
  const isGone = defined.includes(undefined) || ((isBlank || isSpread(slot)) && !isFound)
  return isGone ? [...values, ...vanished(slot)] : values
}

// An empty object writes no pair, so the absence of pairs may mean an empty object. An empty text may mean no value. So may a
// text under the own name of an object that is spread over other names, since no server reads it.
const vanished = ({ nodes }: Slot): readonly Candidate[] => {
  const empty: readonly Json[] = typesOfAny(nodes).has('object') && nodes.length > 0 ? [{}] : []
  return [undefined, ...empty]
}

/** The names that belong to values by their rules; `filter[` is a prefix. */
export const namesTaken = (rules: readonly Pick<StyleRule, 'name' | 'style'>[]): ReadonlySet<string> =>
  new Set(rules.flatMap(({ name, style }) => (style === 'deepObject' ? [name, `${name}[`] : [name])))

/** One named value among pairs: its rule, its schemas, the names that belong to others, and how its texts are read. */
interface Slot {
  readonly rule: StyleRule
  readonly nodes: readonly SchemaNode[]
  readonly taken: ReadonlySet<string>
  readonly read: TextReader
}

/** The values of the pairs with the slot's own name, still encoded. */
const entriesOf = ({ rule }: Slot, { pairs }: RawPairs): readonly string[] =>
  pairs.flatMap(([name, raw]) => (name === rule.name ? [raw] : []))

/** The readings that the style defines; empty if no pair belongs to the slot. */
const strictTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] => {
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
    const whole = wholeText(texts, types)
    const isScalar = [...types].some(isScalarType)
    if (isScalar && items.length === 1) trees.unshift(whole)
    else if (isScalar || trees.every((tree) => tree === undefined)) trees.push(whole)
  }
  return trees.filter((tree) => tree !== undefined)
}

// Several values in place of one are read as a list. If the schema allows a list, they are joined instead: they may be a list that is
// repeated by mistake.
const wholeText = (texts: readonly string[], types: ReadonlySet<ValueType>): Tree =>
  texts.length === 1 || types.has('array') ? texts.join(',') : texts

/**
 * Lists other readings that servers are known to use. A scalar may be one of several repeated values, or all of them
 * joined. A list may be split at commas although it should be repeated. An object may use another style.
 */
const lenientTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] => {
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

/** The objects whose pairs have other names than the slot: properties, or names in brackets. */
const spreadTrees = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Tree[] =>
  [
    gatherProperties(slot, source, decoding, false),
    readDeepObject(slot.rule.name, decodePairs(source, decoding), slot.nodes),
  ].filter((tree) => tree !== undefined)

const trimAll = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim())

const decodePairs = ({ pairs }: RawPairs, { decode }: Decoding): readonly (readonly [string, string])[] =>
  pairs.map(([name, raw]) => [name, decode(raw)])

// An exploded object has no own name. If it is open, every pair that no other parameter names may be one of its properties.
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
    declared.has(name) ||
    (isOpen && !taken.has(name) && !taken.has(name.slice(0, name.indexOf('[') + 1)) && name !== rule.name)
  const pairs = decodePairs(source, decoding).filter(([name]) => isOwn(name))
  return pairs.length === 0 ? undefined : new Map(pairs)
}

/** A decoded pair of a query or form. */
type DecodedPair = readonly [name: string, text: string]

/**
 * Reads `filter[a]=1&filter[b][c]=2` as the object of that name, with lists if the schema has lists; undefined if no pair belongs to it.
 * OpenAPI defines nothing below the first brackets, so these are read as query parsers commonly do.
 */
const readDeepObject = (
  name: string,
  pairs: readonly DecodedPair[],
  nodes: readonly SchemaNode[],
): Tree | undefined => {
  const branches = pairs.flatMap(([key, text]) => {
    const path = parseDeepName(name, key)
    return path === undefined ? [] : [{ path, text }]
  })
  return branches.length === 0 ? undefined : growTree(branches, nodes)
}

interface Branch {
  readonly path: readonly string[]
  readonly text: string
}

/** The keys of `filter[a][b]`, which belongs to `filter`. Deeper names are plain: a name of brackets alone would overflow the stack. */
export const parseDeepName = (name: string, key: string): readonly string[] | undefined => {
  const text = key.startsWith(`${name}[`) ? key.slice(name.length) : ''
  return /^(\[[^[\]]*\]){1,64}$/.test(text) ? text.slice(1, -1).split('][') : undefined
}

const growTree = (branches: readonly Branch[], nodes: readonly SchemaNode[]): Tree => {
  const texts = branches.filter(({ path }) => path.length === 0).map(({ text }) => text)
  const types = typesOfAny(nodes)
  const isList = types.has('array') && !types.has('object')
  if (texts.length > 0) return texts.length > 1 || isList ? texts : (texts[0] ?? '')
  const groups = Map.groupBy(branches, ({ path }) => path[0] ?? '')
  const below = (key: string): readonly Branch[] =>
    (groups.get(key) ?? []).map(({ path, text }) => ({ path: path.slice(1), text }))
  if (isList && [...groups.keys()].every((key) => /^\d*$/.test(key))) {
    return [...groups.keys()].flatMap((key, index) => {
      const items = nodes.flatMap((node) => itemNodesOf(node, index))
      // Each pair of empty brackets adds an item.
      return key === ''
        ? below(key).map((branch) => growTree([branch], items))
        : [growTree(below(key), items)]
    })
  }
  return new Map(
    [...groups.keys()].map(
      (key) =>
        [
          key,
          growTree(
            below(key),
            nodes.flatMap((node) => propertyNodesOf(node, key)),
          ),
        ] as const,
    ),
  )
}
