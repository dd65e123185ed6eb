import { type Json, tryJson } from '@contract-kit/json-schema/json'
import {
  type Direction,
  evaluate,
  type Failure,
  isValid,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import type { ApiHeader, ApiParameter } from '../../document/api-document.ts'
import { mediaKindOf } from '../wire-request.ts'
import { readPairs } from './read-pairs.ts'
import {
  ABSENT,
  type Candidate,
  type Decoding,
  decodingsFor,
  lenientCandidates,
  nameItems,
  pairItems,
  type RawPairs,
  type Reading,
  splitItems,
  strictCandidates,
} from './reading.ts'
import {
  ALL_TYPES,
  candidatesOf,
  isScalarType,
  type TextReader,
  type Tree,
  typesOfAny,
  type ValueType,
} from './schema-shape.ts'

/** The places of a request that hold parameters, separated but not decoded. */
export interface ParameterSources {
  /** Path parameters by name. */
  readonly path: ReadonlyMap<string, string>
  readonly query: RawPairs
  readonly cookie: RawPairs
  /** The values of a header, its name in any case. */
  readonly header: (name: string) => readonly string[]
  /** Names of declared parameters, by place. */
  readonly names: Readonly<Record<ApiParameter['in'], ReadonlySet<string>>>
}

/** The possible readings of a parameter, and its faults before any schema is applied. */
export interface ParameterReading {
  readonly reading: Reading
  /** Whether the parameter is present with an empty value. */
  readonly isEmpty?: boolean
  readonly trouble?: { readonly kind: 'empty' | 'content' | 'encoding'; readonly clause: string }
}

/** Reads a declared parameter from its place, by its style or its `content`. */
export const readParameter = (
  parameter: ApiParameter,
  sources: ParameterSources,
  read: TextReader = strictCandidates,
): ParameterReading => {
  if (parameter.contentType !== undefined) return readContent(parameter, rawsOf(parameter, sources))
  const { name, in: location, schema } = parameter
  const nodes = schema === undefined ? [] : [schema]
  if (location === 'path')
    return doubt(
      rawsOf(parameter, sources),
      readPathParameter(parameter, sources.path.get(name) ?? '', read),
      /%(2F|5C|00)/i,
    )
  if (location === 'header') {
    const texts = sources.header(name)
    return {
      reading: texts.length === 0 ? ABSENT : readHeaderText(nodes, parameter.explode, texts, 'request', read),
    }
  }
  const raws = rawsOf(parameter, sources)
  const reading = readPairs(
    { rule: parameter, nodes, taken: sources.names[location], read },
    sources[location],
  )
  const isEmpty = location === 'query' && raws.length > 0 && raws.every((raw) => raw === '')
  return isEmpty && !parameter.allowEmptyValue
    ? { reading, trouble: { kind: 'empty', clause: 'is empty, which only allowEmptyValue allows' } }
    : { ...doubt(raws, reading), isEmpty }
}

const rawsOf = ({ name, in: location }: ApiParameter, sources: ParameterSources): readonly string[] => {
  if (location === 'path') return [sources.path.get(name) ?? '']
  if (location === 'header') return sources.header(name)
  return sources[location].pairs.flatMap(([key, raw]) => (key === name ? [raw] : []))
}

// Many servers reject or decode these characters before the application sees them.
const doubt = (raws: readonly string[], reading: Reading, risky = /%00/): ParameterReading => {
  if (!raws.some((raw) => risky.test(raw))) return { reading }
  return {
    reading,
    trouble: { kind: 'encoding', clause: 'holds an encoded NUL or slash, which servers may reject' },
  }
}

// With `content`, the text is a document of its own, usually JSON.
const readContent = (
  { in: location, schema, contentType = '' }: ApiParameter,
  raws: readonly string[],
): ParameterReading => {
  const [raw] = raws
  if (raw === undefined) return { reading: ABSENT }
  const texts = decodingsFor(location, [raw]).map(({ decode }) => decode(raw))
  const lenient = () => texts.flatMap((text) => lenientCandidates(text, ALL_TYPES))
  if (mediaKindOf(contentType) !== 'json') {
    const types = typesOfAny(schema === undefined ? [] : [schema])
    return { reading: { strict: texts.map((text) => strictCandidates(text, types)), lenient } }
  }
  const parsed = texts.map(tryJson)
  const strict = parsed.map((found, index) => [found === undefined ? (texts[index] ?? '') : found.value])
  // Some readers decode cookies, others do not.
  if (parsed.some((found) => found !== undefined)) return { reading: { strict, lenient } }
  return { reading: { strict, lenient }, trouble: { kind: 'content', clause: 'is not JSON' } }
}

/** Reads the raw text of a path parameter by its style. A text that does not fit the style is read unchanged. */
const readPathParameter = (parameter: ApiParameter, raw: string, readText: TextReader): Reading => {
  const nodes = parameter.schema === undefined ? [] : [parameter.schema]
  const decodings = decodingsFor('path', [raw])
  const typed = (trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))
  return {
    strict: decodings.map((decoding) => typed(strictTrees(parameter, raw, decoding), readText)),
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
  const itemsBy = (way: Decoding): readonly string[] =>
    pieces.flatMap((piece) => splitItems(piece, isDotted ? 'label' : 'simple', way))
  const items = itemsBy(decoding)
  const rawItems = (): readonly string[] => itemsBy({ ...decoding, decode: (text) => text })
  const whole = decoding.decode(pieces.join(style === 'matrix' ? ';' : ''))
  return treesBy(
    types,
    () => (style === 'matrix' && explode ? pieces.map((piece) => decoding.decode(piece)) : items),
    () => (explode ? nameItems(style === 'matrix' ? pieces : rawItems(), decoding) : pairItems(items)),
    whole,
  )
}

/** The readings of a text by the types that its schemas allow: a list, an object, or one text as a whole. */
const treesBy = (
  types: ReadonlySet<ValueType>,
  asList: () => readonly Tree[],
  asObject: () => Tree | undefined,
  whole: string,
): readonly Tree[] => {
  const list = types.has('array') ? asList() : undefined
  const trees = [list, types.has('object') ? asObject() : undefined]
  const found = trees.filter((tree) => tree !== undefined)
  if (found.length > 0 && ![...types].some(isScalarType)) return found
  return list?.length === 1 ? [whole, ...found] : [...found, whole]
}

// `.a.b` for label. `;name=a` once or, exploded, many times for matrix; an exploded object uses its own names.
const unwrap = (
  { name, style, explode, schema }: ApiParameter,
  raw: string,
): readonly string[] | undefined => {
  if (style === 'label') return raw.startsWith('.') ? [raw.slice(1)] : undefined
  if (style !== 'matrix') return [raw]
  if (!raw.startsWith(';')) return undefined
  const pieces = raw.slice(1).split(';')
  const types = typesOfAny(schema === undefined ? [] : [schema])
  const isNamed =
    explode &&
    types.has('object') &&
    (types.size === 1 || !pieces.every((piece) => piece.startsWith(`${name}=`)))
  if (isNamed) return pieces
  return pieces.every((piece) => piece === name || piece.startsWith(`${name}=`))
    ? pieces.map((piece) => piece.slice(name.length + 1))
    : undefined
}

const lenientTrees = (parameter: ApiParameter, raw: string, decoding: Decoding): readonly Tree[] => {
  const text = decoding.decode(unwrap(parameter, raw)?.join(',') ?? raw)
  return [...strictTrees(parameter, raw, decoding), text]
}

/** Reads a header by style `simple`; several headers of one name are one list (RFC 9110, 5.3). */
const readHeaderText = (
  nodes: readonly SchemaNode[],
  explode: boolean,
  texts: readonly string[],
  direction: Direction,
  readText: TextReader = strictCandidates,
): Reading => {
  const text = texts.join(', ')
  const decodings = decodingsFor('header', [text])
  const typed = (trees: readonly Tree[], read: TextReader): readonly Candidate[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, direction))
  const strict: (readonly Candidate[])[] = decodings.map((decoding) =>
    typed(treesOf(nodes, explode, text, decoding), readText),
  )
  // Some parsers treat an empty header as absent.
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
  return treesBy(
    types,
    () => (text === '' ? [] : items),
    () => (explode ? nameItems(items) : pairItems(items)),
    decoding.decode(text),
  )
}

/** The possible readings of a response header, the likeliest first: by its types, then trimmed and parsed as clients do. */
export const readHeader = (header: ApiHeader, text: string): readonly Json[] => {
  if (header.contentType !== undefined) {
    const parsed = tryJson(text)
    return parsed === undefined ? [text] : [parsed.value]
  }
  const { strict } = readHeaderText(
    header.schema === undefined ? [] : [header.schema],
    header.explode,
    [text.trim()],
    'response',
  )
  const number = Number(text)
  const candidates: readonly Candidate[] = [
    ...strict.flat(),
    ...(text.trim() !== '' && Number.isFinite(number) ? [number] : []),
  ]
  return candidates.filter((candidate) => candidate !== undefined)
}

/** The statements that a response header breaks; none if any reading of it is valid. */
export const judgeHeader = (header: ApiHeader, text: string): readonly Failure[] => {
  const { schema } = header
  const candidates = readHeader(header, text)
  if (
    schema === undefined ||
    candidates.some((candidate) => isValid(schema, candidate, { direction: 'response' }))
  )
    return []
  return evaluate(schema, candidates[0], { direction: 'response' })
}
