import type { ApiParameter } from '../document/api-document.ts'
import { decodingsFor, nameItems, pairItems, splitItems, type Decoding } from './decoding.ts'
import type { Candidate, Reading } from './reading.ts'
import { typesOfAny } from './schema-shape.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'
import { candidatesOf, type TextReader, type Tree } from './tree.ts'
import { isScalarType } from './types-of.ts'

/** What the raw text of a path parameter means, by its style. A text that the style cannot have written is read as it stands. */
export const readPathParameter = (parameter: ApiParameter, raw: string): Reading => {
  const nodes = parameter.schema === undefined ? [] : [parameter.schema]
  const decodings = decodingsFor('path', [raw])
  const typed = (trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))
  return {
    strict: decodings.map((decoding) => typed(strictTrees(parameter, raw, decoding), strictCandidates)),
    lenient: () =>
      decodings.flatMap((decoding) => typed(lenientTrees(parameter, raw, decoding), lenientCandidates)),
  }
}

const strictTrees = (parameter: ApiParameter, raw: string, decoding: Decoding): readonly Tree[] => {
  const { style, schema, explode } = parameter
  const types = typesOfAny(schema === undefined ? [] : [schema])
  const pieces = unwrap(parameter, raw)
  if (pieces === undefined) return [decoding.decode(raw)]
  const isDotted = style === 'label' && explode
  const items = pieces.flatMap((piece) => splitItems(piece, isDotted ? 'label' : 'simple', decoding))
  const whole = decoding.decode(pieces.join(style === 'matrix' ? ';' : ''))
  const trees: (Tree | undefined)[] = []
  if (types.has('array'))
    trees.push(style === 'matrix' && explode ? pieces.map((piece) => decoding.decode(piece)) : items)
  if (types.has('object'))
    trees.push(
      explode ? nameItems(style === 'matrix' ? pieces.map(decoding.decode) : items) : pairItems(items),
    )
  const isScalar = [...types].some(isScalarType)
  if (isScalar || trees.every((tree) => tree === undefined)) trees.push(whole)
  return trees.filter((tree) => tree !== undefined)
}

// `.a.b` for label; `;name=a` once or, exploded, many times for matrix; an exploded object has names of its own.
const unwrap = (
  { name, style, explode, schema }: ApiParameter,
  raw: string,
): readonly string[] | undefined => {
  if (style === 'label') return raw.startsWith('.') ? [raw.slice(1)] : undefined
  if (style !== 'matrix') return [raw]
  if (!raw.startsWith(';')) return undefined
  const pieces = raw.slice(1).split(';')
  const isNamed =
    explode &&
    typesOfAny(schema === undefined ? [] : [schema]).has('object') &&
    !pieces.every((piece) => piece.startsWith(`${name}=`))
  if (isNamed) return pieces
  return pieces.every((piece) => piece === name || piece.startsWith(`${name}=`))
    ? pieces.map((piece) => piece.slice(name.length + 1))
    : undefined
}

const lenientTrees = (parameter: ApiParameter, raw: string, decoding: Decoding): readonly Tree[] => {
  const text = decoding.decode(unwrap(parameter, raw)?.join(',') ?? raw)
  return [...strictTrees(parameter, raw, decoding), text]
}
