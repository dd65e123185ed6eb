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

/** Writes a `multipart/form-data` body (RFC 7578), the same for the same value; a value that is no object is one part without a name. */
export const writeMultipart = (media: ApiMedia | undefined, value: Json): Multipart => {
  const parts = isObject(value)
    ? Object.entries(value).flatMap(([name, item]) => writeParts(media, name, item))
    : [writePart('', toText(value), undefined, false)]
  const content = parts.join('')
  if (!content.isWellFormed())
    throw new UnsendableError('The body holds half a surrogate pair, which UTF-8 cannot carry.')
  const boundary = freeBoundary(content)
  return {
    boundary,
    body: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`,
  }
}

const freeBoundary = (content: string): string => {
  let count = 0
  while (content.includes(`contract-checker-${count}`)) count += 1
  return `contract-checker-${count}`
}

const writeParts = (media: ApiMedia | undefined, name: string, value: Json): readonly string[] => {
  const rule = encodingRuleOf(media, name)
  const isFile = isFileOf(media, name)
  const isJson = rule.contentType !== undefined && mediaKindOf(rule.contentType) === 'json'
  const items = Array.isArray(value) && !isJson ? value : [value]
  return items
    .filter((item) => item !== null)
    .map((item) => {
      const isObjectPart = isJson || typeof item === 'object'
      const defaultType = isObjectPart ? 'application/json' : isFile ? 'application/octet-stream' : undefined
      const contentType = rule.contentType === undefined ? defaultType : concreteMediaType(rule.contentType)
      return writePart(
        name,
        isObjectPart ? writeJson(item) : toText(item),
        contentType,
        isFile && typeof item === 'string',
      )
    })
}

/** Whether a property of a multipart body is a file. */
export const isFileOf = (media: ApiMedia | undefined, name: string): boolean =>
  media?.schema !== undefined && propertyNodesOf(media.schema, name).some(isBinary)

// OpenAPI 3.0 marks a file by `format: binary`, 3.1 by a media type of the content, or by no type at all.
const isBinary = (node: SchemaNode): boolean => {
  const items = keywordOf(node, 'items')
  if (items !== undefined && isBinary(node.set.child(node, 'items'))) return true
  return keywordOf(node, 'format') === 'binary' || typeof keywordOf(node, 'contentMediaType') === 'string'
}

const escapeName = (name: string): string =>
  name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

const writePart = (name: string, text: string, contentType: string | undefined, isFile: boolean): string => {
  const disposition = `content-disposition: form-data; name="${escapeName(name)}"${isFile ? '; filename="file"' : ''}\r\n`
  return `${disposition}${contentType === undefined ? '' : `content-type: ${contentType}\r\n`}\r\n${text}`
}
