import type { Json } from '../schema/json.ts'
import { decodingsFor, type Decoding } from './decoding.ts'
import { entriesOf, lenientTrees, spreadTrees, strictTrees, type Slot } from './pair-trees.ts'
import type { RawPairs } from './parse-pairs.ts'
import { percentDecode } from './percent-encode.ts'
import type { Candidate, Reading } from './reading.ts'
import { typesOfAny } from './schema-shape.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'
import { candidatesOf, type TextReader, type Tree } from './tree.ts'

/** What the pairs of a query, a form or cookies say about one named value, by its style. */
export const readPairs = (slot: Slot, source: RawPairs): Reading => {
  const entries = entriesOf(slot, source)
  const decodings = decodingsFor(
    source.location,
    isSpread(slot) ? source.pairs.map(([, raw]) => raw) : entries,
  )
  const strict = decodings.map((decoding) =>
    typed(slot, strictTrees(slot, source, decoding), strictCandidates),
  )
  // Most cookie parsers keep one value of a repeated name.
  if (source.location === 'cookie' && entries.length > 1)
    strict.push(typed(slot, [[percentDecode(entries[0] ?? '')]], strictCandidates))
  // OpenAPI lets a parameter be empty only by `allowEmptyValue`: some readers take an empty one for none.
  if (entries.length > 0 && entries.every((raw) => raw === '')) strict.push([undefined])
  return {
    strict,
    lenient: () => decodings.flatMap((decoding) => lenientCandidatesOf(slot, source, decoding)),
  }
}

const isSpread = ({ rule, nodes }: Slot): boolean =>
  (rule.explode || rule.style === 'deepObject') && typesOfAny(nodes).has('object')

const typed = ({ nodes }: Slot, trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
  trees.length === 0 ? [undefined] : trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))

const lenientCandidatesOf = (slot: Slot, source: RawPairs, decoding: Decoding): readonly Candidate[] => {
  const trees = [...strictTrees(slot, source, decoding), ...lenientTrees(slot, source, decoding)]
  const values = trees.length === 0 ? [] : typed(slot, trees, lenientCandidates)
  const isBlank = entriesOf(slot, source).every((raw) => decoding.decode(raw).trim() === '')
  const isFound = spreadTrees(slot, source, decoding).length > 0
  return (isBlank || isSpread(slot)) && !isFound ? [...values, ...vanished(slot)] : values
}

// An empty object leaves no pair, so none may stand for an empty one; an empty text may stand for nothing at all, and so may
// a text under the own name of an object that is spread over other names: nobody looks there.
const vanished = ({ nodes }: Slot): readonly Candidate[] => {
  const empty: readonly Json[] = typesOfAny(nodes).has('object') && nodes.length > 0 ? [{}] : []
  return [undefined, ...empty]
}
