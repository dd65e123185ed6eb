import { isObject, type Json, type JsonObject, own, writeJson } from '@contract-kit/json-schema/json'
import { keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '../document/api-document.ts'
import { propertyNodesOf } from './judge/schema-shape.ts'
import { percentEncode } from './percent-encode.ts'
import { concreteMediaType, mediaKindOf, UnsendableError } from './wire-request.ts'
import { type Pair, type StyleRule, toText, writePairs } from './write-parameters.ts'

/** Writes an `application/x-www-form-urlencoded` body; a value that is no object is written as one bare text. */
export const writeForm = (media: ApiMedia | undefined, value: Json): string => {
  if (!isObject(value)) return percentEncode(toText(value))
  return writeFormPairs(media, value)
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
}

/** The pairs of an `application/x-www-form-urlencoded` body, percent-encoded. */
export const writeFormPairs = (media: ApiMedia | undefined, value: JsonObject): readonly Pair[] =>
  Object.entries(value).flatMap(([name, item]) => writeField(encodingRuleOf(media, name), item))

const writeField = (rule: EncodingRule, value: Json): readonly Pair[] => {
  if (value === null) return []
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  if (!rule.isStyled && (isJson || isObject(value)))
    return [[percentEncode(rule.name), percentEncode(writeJson(value))]]
  return writePairs(rule, value)
}

/** A multipart body and the boundary that its Content-Type names. */
interface Multipart {
  readonly boundary: string
  readonly body: string
}

/** One part of a `multipart/form-data` body as it is written. */
export interface WrittenPart {
  readonly name: string
  readonly text: string
  readonly contentType: string | undefined
  /** Present for a file. */
  readonly fileName: string | undefined
}

/** Writes a `multipart/form-data` body (RFC 7578), the same for the same value. */
export const writeMultipart = (media: ApiMedia | undefined, value: Json): Multipart =>
  joinParts(listParts(media, value))

/** The parts of a value; one that is no object is one part without a name. */
export const listParts = (media: ApiMedia | undefined, value: Json): readonly WrittenPart[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => partsOf(media, name, item))
    : [{ name: '', text: toText(value), contentType: undefined, fileName: undefined }]

/** Joins parts to a body. Its boundary occurs in none of them. */
export const joinParts = (parts: readonly WrittenPart[]): Multipart => {
  const texts = parts.map(writePart)
  const content = texts.join('')
  if (!content.isWellFormed())
    throw new UnsendableError('The body holds half a surrogate pair, which UTF-8 cannot carry.')
  const boundary = freeBoundary(content)
  return {
    boundary,
    body: `${texts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  }
}

const freeBoundary = (content: string): string => {
  let count = 0
  while (content.includes(`contract-boundary-${count}`)) count += 1
  return `contract-boundary-${count}`
}

const partsOf = (media: ApiMedia | undefined, name: string, value: Json): readonly WrittenPart[] => {
  const rule = encodingRuleOf(media, name)
  const isFile = isFileOf(media, name)
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  const items = Array.isArray(value) && !isJson ? value : [value]
  return items
    .filter((item) => item !== null)
    .map((item) => {
      const isObjectPart = isJson || typeof item === 'object'
      const defaultType = isObjectPart ? 'application/json' : isFile ? 'application/octet-stream' : undefined
      return {
        name,
        text: isObjectPart ? writeJson(item) : toText(item),
        contentType: rule.contentType === undefined ? defaultType : concreteMediaType(rule.contentType),
        fileName: isFile && typeof item === 'string' ? 'file' : undefined,
      }
    })
}

/** Whether a property of a multipart body is a file. */
export const isFileOf = (media: ApiMedia | undefined, name: string): boolean => {
  const nodes = media?.schema === undefined ? [] : propertyNodesOf(media.schema, name)
  const { contentType } = encodingRuleOf(media, name)
  const isOpaque = contentType !== undefined && mediaKindOf(contentType) === 'opaque'
  return nodes.some(isBinary) || (isOpaque && nodes.length > 0 && nodes.every(isEmpty))
}

// OpenAPI 3.0 marks a file by `format: binary`, 3.1 by a media type of the content, or by no schema beside that of its encoding.
const isBinary = (node: SchemaNode): boolean => {
  const items = keywordOf(node, 'items')
  if (items !== undefined && isBinary(node.set.child(node, 'items'))) return true
  return keywordOf(node, 'format') === 'binary' || typeof keywordOf(node, 'contentMediaType') === 'string'
}

const isEmpty = ({ schema }: SchemaNode): boolean =>
  schema === true || (isObject(schema) && Object.keys(schema).every((key) => key === 'description'))

const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

const writePart = ({ name, text, contentType, fileName }: WrittenPart): string => {
  const file = fileName === undefined ? '' : `; filename="${escapeName(fileName)}"`
  const disposition = `content-disposition: form-data; name="${escapeName(name)}"${file}\r\n`
  return `${disposition}${contentType === undefined ? '' : `content-type: ${contentType}\r\n`}\r\n${text}`
}

/** How one property of a form is written (OpenAPI 3.1, "Encoding Object"). */
export interface EncodingRule extends StyleRule {
  /** Whether the document names a style; without one, lists are repeated and objects are written as JSON. */
  readonly isStyled: boolean
  /** The first media type that the document names for the property. */
  readonly contentType: string | undefined
}

/** The rule for a property of a form or multipart body; the defaults if the document has none. */
export const encodingRuleOf = (media: ApiMedia | undefined, name: string): EncodingRule => {
  const entry = media === undefined ? undefined : own(media.encoding, name)
  const encoding = isObject(entry) ? entry : {}
  const { style, explode, allowReserved, contentType } = encoding
  const knownStyle = typeof style === 'string' ? style : 'form'
  return {
    name,
    style: knownStyle,
    explode: typeof explode === 'boolean' ? explode : knownStyle === 'form',
    allowReserved: allowReserved === true,
    isStyled: typeof style === 'string' || typeof explode === 'boolean' || allowReserved === true,
    contentType: typeof contentType === 'string' ? contentType.split(',')[0]?.trim() : undefined,
  }
}
