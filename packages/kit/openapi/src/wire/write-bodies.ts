import { isObject, type Json, writeJson } from '@contract-kit/json-schema/json'
import { keywordOf, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia } from '../document/api-document.ts'
import { propertyNodesOf } from './judge/schema-shape.ts'
import { concreteMediaType, mediaKindOf, UnsendableError } from './wire-request.ts'
import { encodingRuleOf } from './write-form.ts'
import { toText } from './write-parameters.ts'

/** A multipart body and the boundary that its Content-Type names. */
interface Multipart {
  readonly boundary: string
  readonly body: string
}

/** One serialized part of a `multipart/form-data` body. */
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

/** The parts of a value. A value that is not an object becomes one part without a name. */
export const listParts = (media: ApiMedia | undefined, value: Json): readonly WrittenPart[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => partsOf(media, name, item))
    : [{ name: '', text: toText(value), contentType: undefined, fileName: undefined }]

/** Joins parts into a body, with a boundary that occurs in none of them. */
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
