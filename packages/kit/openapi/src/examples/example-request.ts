import { isObject, type Json, own } from '@contract-kit/json-schema/json'
import { describeProperty, keywordOf, outlineOf } from '@contract-kit/json-schema/schemas'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  essenceOf,
} from '../document/api-document.ts'
import { decodePlaceholders } from '../wire/placeholders.ts'
import { serializeBody } from '../wire/serialize-request.ts'
import {
  BODILESS_METHODS,
  concreteMediaType,
  isJsonType,
  mediaKindOf,
  UnsendableError,
} from '../wire/wire-request.ts'
import { listParts, type WrittenPart } from '../wire/write-bodies.ts'
import { exampleValue } from './example-value.ts'

/**
 * The base URL of an operation in an example: its first server, else the first of the document.
 * `https://api.example.com` stands for a host that the document leaves out.
 */
export const exampleBaseUrl = (
  { servers }: Pick<ApiDocument, 'servers'>,
  operation?: Pick<ApiOperation, 'servers'>,
): string => {
  const [server] = operation?.servers ?? servers
  const url =
    server !== undefined && /^https?:/.test(server.url)
      ? server.url
      : `https://api.example.com${server?.basePath ?? ''}`
  return url.replace(/\/$/, '')
}

/** The value of a parameter in an example: the given one, else one made from the document; never blank in a path. */
export const exampleParameter = (parameter: ApiParameter, given?: Json): Json => {
  const value = given ?? exampleValue(parameter) ?? parameter.name
  return parameter.in === 'path' && isBlank(value) ? parameter.name : value
}

const isBlank = (value: Json): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** The value of a body in an example, and its media type in the document. */
export interface ExampleBody {
  readonly media: ApiMedia
  readonly value: Json
  /** Whether the value is the contents of a file. */
  readonly isFile: boolean
}

/**
 * The body of an operation in an example: the given value, else one made from the document; undefined if the operation has
 * no body. Throws {@link UnsendableError} if no value is found for a required body.
 * @param isComplete See {@link exampleValue}.
 */
export const exampleBody = (
  { body, method }: ApiOperation,
  given?: Json,
  isComplete = false,
): ExampleBody | undefined => {
  const media = BODILESS_METHODS.has(method) ? undefined : pickMedia(body?.media ?? [])
  if (media === undefined) return undefined
  const isFile = given === undefined && holdsFile(media)
  const value = given ?? (isFile ? 'contents' : exampleValue(media, 'request', isComplete))
  if (value !== undefined) return { media, value, isFile }
  if (body?.required === true && media.schema !== undefined)
    throw new UnsendableError('No value was found that the schema of its body accepts.')
  return undefined
}

/** The response with the lowest status of success, or `default` where no success is declared. */
export const firstSuccess = ({ responses }: Pick<ApiOperation, 'responses'>): ApiResponse | undefined => {
  const [success] = [...responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .toSorted((first, second) => first.status.localeCompare(second.status))
  return success ?? responses.get('default')
}

/** The media type for an example: JSON before forms, forms before texts, else the first. */
export const pickMedia = (media: readonly ApiMedia[]): ApiMedia | undefined => {
  const preferences = [
    isJsonType,
    (type: string) => essenceOf(type).includes('form'),
    (type: string) => essenceOf(type).startsWith('text/'),
    () => true,
  ]
  return preferences
    .map((isPreferred) => media.find(({ contentType }) => isPreferred(contentType)))
    .find((found) => found !== undefined)
}

/** Whether a media type holds the bytes of a file: it is neither text nor XML, and has no example. */
const holdsFile = ({ contentType, examples }: ApiMedia): boolean => {
  const type = concreteMediaType(contentType)
  return examples.length === 0 && mediaKindOf(type) === 'opaque' && !/[/+]xml$/.test(essenceOf(type))
}

/** A body by the way a program sends it. `value` is its source value. */
export type WrittenBody = { readonly mediaType: string; readonly value: Json } & (
  | { readonly kind: 'json' }
  | { readonly kind: 'text' | 'form'; readonly text: string }
  | { readonly kind: 'file'; readonly fileName: string }
  | { readonly kind: 'multipart'; readonly parts: readonly WrittenPart[] }
)

/** Writes the body of an example by its media type. Throws {@link UnsendableError}. */
export const writeExampleBody = ({ media, value, isFile }: ExampleBody): WrittenBody => {
  const mediaType = essenceOf(concreteMediaType(media.contentType))
  if (isFile) return { kind: 'file', mediaType, value, fileName: toFileName('body', mediaType) }
  const kind = mediaKindOf(mediaType)
  if (kind === 'json') return { kind, mediaType, value }
  if (kind === 'multipart') {
    const parts = toParts(media, value)
    return { kind, mediaType, value: withContents(value, parts), parts }
  }
  const text = decodePlaceholders(serializeBody(media, media.contentType, value).body)
  return { kind: kind === 'form' ? kind : 'text', mediaType, value, text }
}

/** The parts of a multipart body, their files with a name and contents of their own. */
const toParts = (media: ApiMedia, value: Json): readonly WrittenPart[] =>
  listParts(media, value).map((part) => {
    const { name, contentType, fileName } = part
    const isOpaque = contentType !== undefined && mediaKindOf(contentType) === 'opaque'
    if (fileName === undefined && !isOpaque) return part
    const type = typeInSchema(media, name) ?? contentType ?? 'application/octet-stream'
    const named = toFileName(name, type)
    return { name, text: `contents of ${named}`, contentType: type, fileName: named }
  })

/** The value with the contents of its files. */
const withContents = (value: Json, parts: readonly WrittenPart[]): Json => {
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
const typeInSchema = ({ schema, encoding }: ApiMedia, name: string): string | undefined => {
  if (schema === undefined || Object.hasOwn(encoding, name)) return undefined
  const { schemas } = describeProperty(outlineOf(schema).always, name)
  return schemas.map((node) => keywordOf(node, 'contentMediaType')).find((type) => typeof type === 'string')
}

/** `photo.png` for image/png; types with a longer name get no extension. */
const toFileName = (name: string, mediaType: string): string => {
  const subtype = /\/([a-z0-9]{2,4})$/.exec(mediaType)?.[1] ?? 'bin'
  return `${name.replaceAll(/[^\w-]/g, '-')}.${subtype}`
}
