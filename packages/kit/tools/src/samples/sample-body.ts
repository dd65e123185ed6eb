import { type Json, type JsonObject, isObject, toObject } from '../documents/json.ts'
import { isJson, resolveObject, type SampleMedia } from './sample-document.ts'
import { encodePairs, type Pair, toQueryPairs, toText } from './serialize-parameter.ts'

/** The body of a request, by what a program does to send it. */
export type SampleBody =
  | { readonly kind: 'json'; readonly mediaType: string; readonly value: Json }
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'form'; readonly mediaType: string; readonly pairs: readonly Pair[] }
  | { readonly kind: 'multipart'; readonly mediaType: string; readonly parts: readonly SamplePart[] }

/** A field or, with a file name, a file. */
export interface SamplePart {
  readonly name: string
  readonly value: string
  readonly fileName?: string
  readonly mediaType?: string
}

/** The body with a value; undefined if there is no value to send. */
export function toSampleBody(
  document: JsonObject,
  { type, media }: SampleMedia,
  value: Json | undefined,
): SampleBody | undefined {
  if (value === undefined) return undefined
  if (isJson(type)) return { kind: 'json', mediaType: type, value }
  if (type === 'application/x-www-form-urlencoded' && isObject(value)) {
    const pairs = Object.entries(value).flatMap(([name, member]) => toQueryPairs({ name }, member))
    return { kind: 'form', mediaType: type, pairs }
  }
  if (type === 'multipart/form-data' && isObject(value)) {
    const properties = toObject(resolveObject(document, media['schema'])['properties'])
    const parts = Object.entries(value).map(([name, member]) =>
      toPart(
        name,
        member,
        resolveObject(document, properties[name]),
        toObject(toObject(media['encoding'])[name]),
      ),
    )
    return { kind: 'multipart', mediaType: type, parts }
  }
  return { kind: 'text', mediaType: type, text: toText(value) }
}

function toPart(name: string, value: Json, schema: JsonObject, encoding: JsonObject): SamplePart {
  const { contentType } = encoding
  const media =
    typeof contentType === 'string' ? contentType.split(',', 1)[0]?.trim() : schema['contentMediaType']
  const isFile = schema['format'] === 'binary' || typeof schema['contentMediaType'] === 'string'
  if (isFile) {
    const mediaType = typeof media === 'string' ? media : 'application/octet-stream'
    const fileName = `${name.replaceAll(/[^\w-]/g, '-')}${toExtension(mediaType)}`
    return { name, value: `contents of ${fileName}`, fileName, mediaType }
  }
  return { name, value: toText(value), ...(typeof value === 'object' && { mediaType: 'application/json' }) }
}

/** `.png` of `image/png`; types with a longer name have no telling end. */
function toExtension(mediaType: string): string {
  const subtype = /\/([a-z0-9]{2,4})$/.exec(mediaType)?.[1]
  return subtype === undefined ? '.bin' : `.${subtype}`
}

const boundary = 'sample-boundary'

/** The body as it is sent, with its `Content-Type`. */
export function encodeBody(body: SampleBody): { readonly contentType: string; readonly text: string } {
  const { mediaType } = body
  switch (body.kind) {
    case 'json':
      return { contentType: mediaType, text: JSON.stringify(body.value) }
    case 'text':
      return { contentType: mediaType, text: body.text }
    case 'form':
      return { contentType: mediaType, text: encodePairs(body.pairs) }
    case 'multipart':
      return {
        contentType: `${mediaType}; boundary=${boundary}`,
        text: `${body.parts.map(encodePart).join('')}--${boundary}--\r\n`,
      }
  }
}

function encodePart({ name, value, fileName, mediaType }: SamplePart): string {
  const disposition = [
    `form-data; name="${escapeName(name)}"`,
    ...(fileName === undefined ? [] : [`filename="${fileName}"`]),
  ]
  const head = [
    `--${boundary}`,
    `Content-Disposition: ${disposition.join('; ')}`,
    ...(mediaType === undefined ? [] : [`Content-Type: ${mediaType}`]),
  ]
  return `${head.join('\r\n')}\r\n\r\n${value}\r\n`
}

/** As browsers write names of fields (HTML, "Multipart form data"). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
