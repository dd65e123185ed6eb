import type { Direction, SchemaNode } from '../schema/schema-node.ts'
import { decodingsFor, nameItems, pairItems, splitItems, type Decoding } from './decoding.ts'
import type { Candidate, Reading } from './reading.ts'
import { typesOfAny } from './schema-shape.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'
import { candidatesOf, type TextReader, type Tree } from './tree.ts'
import { isScalarType } from './types-of.ts'

/** What a header says by style `simple`; several headers of one name are one list (RFC 9110, 5.3). */
export const readHeaderText = (
  nodes: readonly SchemaNode[],
  explode: boolean,
  texts: readonly string[],
  direction: Direction,
): Reading => {
  const text = texts.join(', ')
  const decodings = decodingsFor('header', [text])
  const typed = (trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, direction))
  const strict: (readonly Candidate[])[] = decodings.map((decoding) =>
    typed(treesOf(nodes, explode, text, decoding), strictCandidates),
  )
  // Some readers take an empty header for none.
  if (text === '') strict.push([undefined])
  return {
    strict,
    lenient: () => {
      const others: readonly Tree[] = [...texts, text.split(',').map((item) => item.trim())]
      const found = decodings.flatMap((decoding) =>
        typed(treesOf(nodes, explode, text, decoding), lenientCandidates),
      )
      return [...found, ...typed(others, lenientCandidates)]
    },
  }
}

const treesOf = (
  nodes: readonly SchemaNode[],
  explode: boolean,
  text: string,
  decoding: Decoding,
): readonly Tree[] => {
  const types = typesOfAny(nodes)
  const items = splitItems(text, 'simple', decoding)
  const trees: (Tree | undefined)[] = []
  if (types.has('array')) trees.push(text === '' ? [] : items)
  if (types.has('object')) trees.push(explode ? nameItems(items) : pairItems(items))
  const isScalar = [...types].some(isScalarType)
  if (isScalar || trees.every((tree) => tree === undefined)) trees.push(decoding.decode(text))
  return trees.filter((tree) => tree !== undefined)
}
