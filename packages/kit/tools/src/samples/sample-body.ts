import { type ApiMedia, essenceOf } from '@contract-kit/openapi'
import {
  concreteMediaType,
  joinParts,
  listParts,
  mediaKindOf,
  type WireRequest,
  type WrittenPart,
} from '@contract-kit/openapi/wire'
import { isObject, type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { describeProperty, keywordOf, outlineOf } from '@contract-kit/json-schema/schemas'
import { restoreVariables } from './variables.ts'

/** The body of a request, by what a program does to send it. `value` is what it was made of. */
export type SampleBody = { readonly mediaType: string; readonly value: Json } & (
  | { readonly kind: 'json' }
  | { readonly kind: 'text' | 'form'; readonly text: string }
  | { readonly kind: 'file'; readonly fileName: string }
  | { readonly kind: 'multipart'; readonly parts: readonly WrittenPart[] }
)

/** The value of a body, and its media type in the document. */
export interface BodyValue {
  readonly media: ApiMedia
  readonly value: Json
  /** The value stands for the contents of a file. */
  readonly isFile: boolean
}

/** The body by its media type. `request` is what the value was written to. */
export function toSampleBody({ media, value, isFile }: BodyValue, request: WireRequest): SampleBody {
  const mediaType = essenceOf(concreteMediaType(media.contentType))
  if (isFile) return { kind: 'file', mediaType, value, fileName: toFileName('body', mediaType) }
  const text = restoreVariables(String(request.body))
  switch (mediaKindOf(mediaType)) {
    case 'json':
      return { kind: 'json', mediaType, value }
    case 'multipart': {
      const parts = toParts(media, value)
      return { kind: 'multipart', mediaType, value: withContents(value, parts), parts }
    }
    case 'form':
      return { kind: 'form', mediaType, value, text }
    default:
      return { kind: 'text', mediaType, value, text }
  }
}

/** Whether a media type holds the bytes of a file: it is neither text nor XML, and has no example. */
export function holdsFile({ contentType, examples }: ApiMedia): boolean {
  const type = concreteMediaType(contentType)
  return examples.length === 0 && mediaKindOf(type) === 'opaque' && !/[/+]xml$/.test(essenceOf(type))
}

/** The parts of a multipart body, their files with a name and contents of their own. */
function toParts(media: ApiMedia, value: Json): readonly WrittenPart[] {
  return listParts(media, value).map((part) => {
    const { name, contentType, fileName } = part
    const isOpaque = contentType !== undefined && mediaKindOf(contentType) === 'opaque'
    if (fileName === undefined && !isOpaque) return part
    const type = typeInSchema(media, name) ?? contentType ?? 'application/octet-stream'
    const named = toFileName(name, type)
    return { name, text: `contents of ${named}`, contentType: type, fileName: named }
  })
}

/** The value with the contents of its files. */
function withContents(value: Json, parts: readonly WrittenPart[]): Json {
  const files = Map.groupBy(
    parts.filter(({ fileName }) => fileName !== undefined),
    ({ name }) => name,
  )
  const contents = Array.from(files, ([name, found]) => {
    const texts = found.map(({ text }) => text)
    return [name, Array.isArray(own(value, name)) ? texts : (texts[0] ?? '')] as const
  })
  return isObject(value) ? { ...value, ...Object.fromEntries(contents) } : value
}

/** The media type that the schema of a property gives (`contentMediaType`), where its encoding gives none. */
function typeInSchema({ schema, encoding }: ApiMedia, name: string): string | undefined {
  if (schema === undefined || Object.hasOwn(encoding, name)) return undefined
  const { schemas } = describeProperty(outlineOf(schema).always, name)
  return schemas.map((node) => keywordOf(node, 'contentMediaType')).find((type) => typeof type === 'string')
}

/** `photo.png` for an image/png; types with a longer name have no telling end. */
function toFileName(name: string, mediaType: string): string {
  const subtype = /\/([a-z0-9]{2,4})$/.exec(mediaType)?.[1] ?? 'bin'
  return `${name.replaceAll(/[^\w-]/g, '-')}.${subtype}`
}

/** The body as it is sent, with its `Content-Type`. */
export function encodeBody(body: SampleBody): { readonly contentType: string; readonly text: string } {
  const { mediaType: contentType } = body
  switch (body.kind) {
    case 'json':
      return { contentType, text: writeJson(body.value) }
    case 'text':
    case 'form':
      return { contentType, text: body.text }
    case 'file':
      return { contentType, text: `contents of ${body.fileName}` }
    case 'multipart': {
      const { boundary, body: text } = joinParts(body.parts)
      return { contentType: `${contentType}; boundary=${boundary}`, text }
    }
  }
}

/** Whether a value has whole numbers that a double cannot hold. */
export function hasBigNumbers(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasBigNumbers)
  return typeof value === 'bigint'
}
