import { oncePer } from '@contract-kit/json-schema/memo'
import { isObject, type Json, own, writeJson } from '@contract-kit/json-schema/json'
import {
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  essenceOf,
  findMedia,
} from '../document/api-document.ts'
import { isScalarType, typesOfAny } from './judge/schema-shape.ts'
import {
  BODILESS_METHODS,
  concreteMediaType,
  mediaKindOf,
  type RequestValues,
  UnsendableError,
  type WireRequest,
} from './wire-request.ts'
import { writeMultipart } from './write-bodies.ts'
import { writeForm } from './write-form.ts'
import {
  joinPairs,
  type Pair,
  toHeader,
  toText,
  writeHeaderValue,
  writePairs,
  writeParameter,
} from './write-parameters.ts'
import { pathPiecesOf, writePath } from './write-path.ts'

/**
 * Serializes values by the document's parameter and media rules; undeclared names use the default style. Adds `accept` and `content-type`
 * unless the values name them. Throws {@link UnsendableError}.
 */
export const serializeRequest = (operation: ApiOperation, values: RequestValues): WireRequest => {
  if (operation.queryString !== undefined)
    throw new UnsendableError(
      'The query string is described as a whole (`in: querystring`), which is not written.',
    )
  const query = writeAll(operation, 'query', values.query)
  const cookies = writeAll(operation, 'cookie', values.cookie)
  const body = values.body === undefined || BODILESS_METHODS.has(operation.method) ? undefined : values.body
  const media = body && findMedia(operation.body?.media ?? [], body.contentType)
  const serialized = body && serializeBody(media, body.contentType, body.value)
  const written = writeHeaders(operation, values.header)
  const automatic: (readonly [string, string])[] = [['accept', acceptOf(operation)]]
  if (serialized !== undefined) automatic.push(['content-type', serialized.contentType])
  if (cookies.length > 0) automatic.push(['cookie', joinPairs(cookies, '; ')])
  const names = new Set(written.map(([name]) => name))
  return {
    method: operation.method,
    target:
      writePath(pathPieces(operation), values.path) + (query.length === 0 ? '' : `?${joinPairs(query)}`),
    headers: [...automatic.filter(([name]) => !names.has(name)), ...written],
    body: serialized?.body,
  }
}

const undeclared = (
  operation: ApiOperation,
  location: ApiParameter['in'],
  values: Readonly<Record<string, Json>>,
): readonly string[] => {
  const declared = new Set(
    operation.parameters.filter((entry) => entry.in === location).map(({ name }) => name),
  )
  return Object.keys(values).filter((name) => !declared.has(name))
}

const writeAll = (
  operation: ApiOperation,
  location: 'query' | 'cookie',
  values: Readonly<Record<string, Json>>,
): readonly Pair[] => [
  ...operation.parameters.flatMap((parameter) => {
    const value = parameter.in === location ? own(values, parameter.name) : undefined
    return value === undefined ? [] : writeParameter(parameter, value)
  }),
  ...undeclared(operation, location, values).flatMap((name) =>
    writePairs({ name, style: 'form', explode: true, allowReserved: false }, own(values, name)),
  ),
]

const writeHeaders = (
  operation: ApiOperation,
  values: Readonly<Record<string, Json>>,
): readonly (readonly [string, string])[] => {
  const declared = operation.parameters.filter(
    (parameter) => parameter.in === 'header' && Object.hasOwn(values, parameter.name),
  )
  const others = undeclared(operation, 'header', values).map((name) => ({
    name,
    explode: false,
    contentType: undefined,
  }))
  return [...declared, ...others].flatMap((header) => {
    const text = writeHeaderValue(header, values[header.name] as Json)
    return text === undefined ? [] : [toHeader(header.name, text)]
  })
}

const pathPieces = oncePer(({ path, parameters }: ApiOperation) =>
  pathPiecesOf(path, (name) => parameters.find((entry) => entry.in === 'path' && entry.name === name)),
)

/** A body with its Content-Type. */
interface SerializedBody {
  readonly contentType: string
  readonly body: string
}

/** Writes a body value as text by its media type; `media` is the declaration in the document, if any. */
export const serializeBody = (media: ApiMedia | undefined, wanted: string, value: Json): SerializedBody => {
  const contentType = concreteMediaType(wanted)
  switch (mediaKindOf(contentType)) {
    case 'json':
      return { contentType, body: writeJson(value) }
    case 'form':
      return { contentType, body: writeForm(media, value) }
    case 'multipart': {
      const { boundary, body } = writeMultipart(media, value)
      return { contentType: `${contentType}; boundary=${boundary}`, body }
    }
    case 'text':
      return { contentType, body: sound(toText(value)) }
    case 'opaque':
      if (essenceOf(contentType).startsWith('multipart/')) return serializeParts(contentType, value)
      if (isObject(value) || Array.isArray(value))
        throw new UnsendableError(`There is no rule that writes such a value as ${contentType}.`)
      return { contentType, body: sound(toText(value)) }
  }
}

/** The serialized parts of a multipart body, with their boundary (RFC 2046, 5.1.1). */
const serializeParts = (contentType: string, value: Json): SerializedBody => {
  const body = typeof value === 'string' ? sound(value) : ''
  const boundary = /^--([^\r\n]{1,70})\r?\n/.exec(body)?.[1]
  if (boundary === undefined)
    throw new UnsendableError(`There is no rule that writes such a value as ${contentType}.`)
  const isNamed = /;\s*boundary=/i.test(contentType)
  return { contentType: isNamed ? contentType : `${contentType}; boundary="${boundary}"`, body }
}

/**
 * Whether values can be serialized to a media type. No standard defines how an opaque type, such as XML, YAML or an image, encodes a value,
 * or how text encodes a list or an object. Any bytes are a valid octet stream.
 */
export const hasWriter = ({ contentType, schema }: ApiMedia): boolean => {
  const concrete = concreteMediaType(contentType)
  const kind = mediaKindOf(concrete)
  if (kind === 'text') return [...typesOfAny(schema === undefined ? [] : [schema])].some(isScalarType)
  return kind !== 'opaque' || essenceOf(concrete) === 'application/octet-stream'
}

const sound = (text: string): string => {
  if (!text.isWellFormed())
    throw new UnsendableError('The body holds half a surrogate pair, which UTF-8 cannot carry.')
  return text
}

/** The `Accept` header for all documented responses of an operation: JSON first, then in document order; any type if none is documented. */
const acceptOf = oncePer((operation: ApiOperation): string => {
  const types = new Set(
    [...operation.responses.values()].flatMap(({ media }) =>
      media.map(({ contentType }) => essenceOf(contentType)),
    ),
  )
  if (types.size === 0) return '*/*'
  return [...types]
    .toSorted((a, b) => Number(b === 'application/json') - Number(a === 'application/json'))
    .join(', ')
})
