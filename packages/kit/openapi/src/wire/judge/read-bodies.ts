import { type Json, tryJson } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '../../document/api-document.ts'
import { mediaKindOf } from '../wire-request.ts'
import { type EncodingRule, encodingRuleOf } from '../write-form.ts'
import { namesTaken, parseDeepName, readPairs } from './read-pairs.ts'
import {
  decodingsFor,
  type FieldReading,
  joinFields,
  lenientCandidates,
  parsePairs,
  type RawPairs,
  type Reading,
  strictCandidates,
} from './reading.ts'
import {
  candidatesOf,
  isScalarType,
  itemNodesOf,
  propertyNamesOf,
  propertyNodesOf,
  type TextReader,
  type Tree,
  typesOfAny,
} from './schema-shape.ts'

/** Reads an `application/x-www-form-urlencoded` body as an object, each field by its own schema and encoding. */
export const readForm = (media: ApiMedia, body: string, read: TextReader = strictCandidates): Reading => {
  const source = parsePairs('form', body)
  const declared = media.schema === undefined ? [] : propertyNamesOf(media.schema)
  const rules = declared.map((name) => encodingRuleOf(media, name))
  const strays = source.pairs
    .map(([name]) => name)
    .filter((name) => !rules.some((rule) => isClaimed(rule, name)))
  const taken = namesTaken([...rules, ...strays.map((name) => ({ name, style: 'form' }))])
  // Only a declared field may be spread over other names.
  const byName = Map.groupBy(source.pairs, ([name]) => name)
  return joinFields([
    ...rules.map((rule) => readField(media, rule, source, taken, read)),
    ...[...new Set(strays)].map((name) => {
      const own = { ...source, pairs: byName.get(name) ?? [] }
      return readField(media, encodingRuleOf(media, name), own, taken, read)
    }),
  ])
}

// `address[street]` belongs to the field `address`, if that is written as deepObject.
const isClaimed = (rule: EncodingRule, name: string): boolean =>
  rule.name === name || (rule.style === 'deepObject' && parseDeepName(rule.name, name) !== undefined)

const readField = (
  media: ApiMedia,
  rule: EncodingRule,
  source: RawPairs,
  taken: ReadonlySet<string>,
  read: TextReader,
): FieldReading => {
  const { name } = rule
  const nodes = media.schema === undefined ? [] : propertyNodesOf(media.schema, name)
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  if (rule.isStyled || !(isJson || takesObject(nodes)))
    return { name, nodes, reading: readPairs({ rule, nodes, taken, read }, source) }
  const plain = readPairs({ rule: { ...rule, explode: false }, nodes, taken, read }, source)
  const raws = source.pairs.flatMap(([key, raw]) => (key === name ? [raw] : []))
  const [decoding] = decodingsFor('form', raws)
  const parsed = raws.map((raw) => tryJson(decoding?.decode(raw) ?? raw))
  const values = parsed.flatMap((found) => (found === undefined ? [] : [found.value]))
  return {
    name,
    nodes,
    reading: { strict: plain.strict.map((candidates) => [...values, ...candidates]), lenient: plain.lenient },
  }
}

/** Reads a `multipart/form-data` body; undefined if it cannot be split into parts. */
export const readMultipart = (media: ApiMedia, contentType: string, body: string): Reading | undefined => {
  const parts = parseMultipart(contentType, body)
  return parts && readFields(media, parts)
}

/** Reads the parts of a `multipart/form-data` body as an object, each by its own schema. */
export const readFields = (
  media: ApiMedia,
  parts: readonly MultipartPart[],
  read: TextReader = strictCandidates,
): Reading =>
  joinFields(
    [...Map.groupBy(parts, ({ name }) => name)].map(([name, own]) => {
      const nodes = media.schema === undefined ? [] : propertyNodesOf(media.schema, name)
      return { name, nodes, reading: readParts(nodes, encodingRuleOf(media, name), own, read) }
    }),
  )

// A repeated name is a list. A part with the Content-Type of JSON is read as JSON, any other as text.
const readParts = (
  nodes: readonly SchemaNode[],
  rule: EncodingRule,
  parts: readonly MultipartPart[],
  readText: TextReader,
): Reading => {
  const texts = parts.map(({ text }) => text)
  const [first = ''] = texts
  const typed = (trees: readonly Tree[], read: TextReader): readonly Json[] =>
    trees.flatMap((tree) => candidatesOf(nodes, tree, read, 'request'))
  const types = typesOfAny(nodes)
  const single = texts.length === 1 ? first : texts
  const trees: readonly Tree[] =
    [...types].some(isScalarType) || !types.has('array') ? [single, texts] : [texts, single]
  return {
    strict: [[...jsonCandidates(nodes, rule, parts), ...typed(trees, readText)]],
    lenient: () => [
      ...typed([...trees, first, texts.at(-1) ?? ''], lenientCandidates),
      ...(first === '' ? [undefined] : []),
    ],
  }
}

const jsonCandidates = (
  nodes: readonly SchemaNode[],
  rule: EncodingRule,
  parts: readonly MultipartPart[],
): readonly Json[] => {
  const values = parts.flatMap(({ contentType = defaultTypeOf(nodes, rule), text }) => {
    const found = mediaKindOf(contentType) === 'json' ? tryJson(text) : undefined
    return found === undefined ? [] : [found.value]
  })
  if (values.length === 0 || values.length < parts.length) return []
  return values.length === 1 ? [...values, values] : [values]
}

/** The media type of a part that names none: objects, alone or in a list, are JSON (OpenAPI 3.1, "Encoding Object"). */
const defaultTypeOf = (nodes: readonly SchemaNode[], { contentType }: EncodingRule): string => {
  if (contentType !== undefined) return contentType
  const items = nodes.flatMap((node) => itemNodesOf(node, 0))
  return takesObject(nodes) || takesObject(items) ? 'application/json' : 'text/plain'
}

const takesObject = (nodes: readonly SchemaNode[]): boolean =>
  nodes.length > 0 && typesOfAny(nodes).has('object')

/** One part of a `multipart/form-data` body. */
export interface MultipartPart {
  readonly name: string
  readonly contentType: string | undefined
  readonly text: string
  /** The content of a part that is sent as a file. */
  readonly bytes?: Uint8Array
}

/** The parts of a body by the boundary of its Content-Type (RFC 7578); undefined if the boundary does not occur. */
export const parseMultipart = (contentType: string, body: string): readonly MultipartPart[] | undefined => {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const divider = `\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  const [preamble, ...pieces] = `\r\n${body}`.split(divider)
  if (boundary === null || preamble === undefined || !pieces.at(-1)?.startsWith('--')) return undefined
  return pieces.slice(0, -1).map(parsePart)
}

const parsePart = (piece: string): MultipartPart => {
  const at = piece.indexOf('\r\n\r\n')
  const head = piece.slice(0, at)
  const name = /content-disposition:[^\r\n]*[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? ''
  return {
    name: name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n'),
    contentType: /\r\ncontent-type:\s*([^\r\n]+)/i.exec(`\r\n${head}`)?.[1]?.trim(),
    text: piece.slice(at + 4),
  }
}
