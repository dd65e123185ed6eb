import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { appendTokens, isObject, type Json, tryJson } from '@contract-kit/json-schema/json'
import {
  assertionKeywords,
  isValid,
  type SchemaNode,
  subschemaKeywords,
} from '@contract-kit/json-schema/schemas'
import {
  type ApiHeader,
  type ApiOperation,
  type ApiResponse,
  essenceOf,
  findMedia,
  findResponse,
} from '@contract-kit/openapi'
import { isJsonType, readHeader, typesOfAny } from '@contract-kit/openapi/wire'
import { type Complaint, complaintsOf } from './complaints.ts'
import { open, type OpenApiDocument, type OperationKey } from './document.ts'
import { isSequence, isText } from './media-types.ts'

/** One violation of the document by a response. */
export interface Breach {
  readonly place: 'status' | 'header' | 'media-type' | 'body'
  /** A header name, or a JSON Pointer into the body; empty otherwise. */
  readonly at: string
  /** The expectation. Contains no value of the response. */
  readonly message: string
  /** JSON Pointer into the document (place in the schema); for logs. */
  readonly schemaPointer: string
}

/** An outgoing response. Header names are in lower case. */
export interface SentResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>
  /** Raw bytes; undefined when there is none. */
  readonly body: Uint8Array | undefined
  /** The request's method: a response to HEAD has no body. */
  readonly method: string
}

export type ResponseCheck = (operation: OperationKey, response: SentResponse) => readonly Breach[]

/** The most breaches of one value. */
const maxBreaches = 20

/** The last valid text of each header. Most responses repeat it, so it is not validated again. */
const validTexts = new WeakMap<ApiHeader, string>()

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Creates the function that compares a response with its declaration and lists every breach. If the operation cannot be read, each response
 * has one breach: the reason.
 */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const { operations, unread } = open(document)
  const byKey = new Map(operations.map((operation) => [keyOf(operation), operation]))
  const faults = new Map(unread.map((operation) => [keyOf(operation), operation.reason]))

  return (key, response) => {
    const operation = byKey.get(keyOf(key))
    if (operation !== undefined) return breachesOf(operation, response)
    const fault = faults.get(keyOf(key)) ?? faults.get(keyOf({ method: undefined, path: key.path }))
    const message =
      fault === undefined
        ? 'belongs to no operation of the document'
        : `cannot be checked for ${key.method} ${key.path} ${response.status}: ${fault}`
    return [{ place: 'status', at: '', message, schemaPointer: '' }]
  }
}

/** A path item that cannot be read may declare any method. */
const keyOf = ({ method, path }: { readonly method: string | undefined; readonly path: string }): string =>
  `${method} ${path}`

function breachesOf(operation: ApiOperation, response: SentResponse): readonly Breach[] {
  const declared = findResponse(operation, response.status)
  if (declared === undefined) {
    const message = `must be one of: ${[...operation.responses.keys()].map((key) => key.toUpperCase()).join(', ')}`
    return [{ place: 'status', at: '', message, schemaPointer: appendTokens(operation.pointer, 'responses') }]
  }
  return [
    ...declared.headers.flatMap((header) => headerBreaches(header, response)),
    ...bodyBreaches(declared, response),
  ]
}

function headerBreaches(header: ApiHeader, response: SentResponse): readonly Breach[] {
  const { pointer, schema, required, contentType } = header
  const at = header.name.toLowerCase()
  const sent = response.headers[at]
  if (sent === undefined)
    return required
      ? [
          {
            place: 'header',
            at,
            message: 'must be present',
            schemaPointer: appendTokens(pointer, 'required'),
          },
        ]
      : []
  if (schema === undefined || acceptsAll(schema)) return []
  // Repeated headers form a list, except for cookies, which are never joined.
  const isCookies = at === 'set-cookie' && !typesOfAny([schema]).has('array')
  const lines = typeof sent === 'object' ? sent : [String(sent)]
  return (isCookies ? lines : [lines.join(', ')]).flatMap((text): readonly Breach[] => {
    if (text === validTexts.get(header)) return []
    if (contentType !== undefined && isJsonType(contentType) && tryJson(text) === undefined)
      return [{ place: 'header', at, message: 'must be valid JSON', schemaPointer: pointer }]
    const values = readHeader(header, text)
    if (values.some((value) => isValid(schema, value, { direction: 'response' }))) {
      validTexts.set(header, text)
      return []
    }
    return breachesBy(schema, values[0], (complaint) => ({ place: 'header', ...complaint, at }))
  })
}

function bodyBreaches(declared: ApiResponse, response: SentResponse): readonly Breach[] {
  const { status, headers, method } = response
  const body = method !== 'HEAD' && response.body?.byteLength ? response.body : undefined
  const breach = (place: Breach['place'], message: string, schemaPointer: string): Breach => ({
    place,
    at: '',
    message,
    schemaPointer,
  })
  if (status === 204 || status === 304 || status < 200 || declared.media.length === 0)
    return body === undefined ? [] : [breach('body', 'must be empty', declared.pointer)]
  const pointer = appendTokens(declared.pointer, 'content')
  const type = essenceOf(String(headers['content-type'] ?? ''))
  const missing =
    body === undefined && method !== 'HEAD' && !isSequence(type)
      ? [breach('body', 'must be present', pointer)]
      : []
  if (body === undefined && type === '') return missing
  const media = findMedia(declared.media, type)
  if (media === undefined) {
    const ranges = declared.media.map(({ contentType }) => essenceOf(contentType)).join(', ')
    return [...missing, breach('media-type', `must be one of: ${ranges}`, pointer)]
  }
  const { schema } = media
  if (body === undefined || schema === undefined || acceptsAll(schema)) return missing
  const isParsed = isJsonType(type)
  if (!isParsed && !(isText(type) && typesOfAny([schema]).has('string'))) return []
  let value: Json
  try {
    const decode = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]
    const text = toText(decode ? decode(body) : body)
    value = isParsed ? (JSON.parse(text) as Json) : text
  } catch {
    return [breach('body', 'must be readable in its content type and encoding', pointer)]
  }
  return breachesBy(schema, value, (complaint) => ({ place: 'body', ...complaint }))
}

const toText = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()

const breachesBy = (
  schema: SchemaNode,
  value: Json | undefined,
  toBreach: (complaint: Pick<Complaint, 'at' | 'message' | 'schemaPointer'>) => Breach,
): readonly Breach[] =>
  complaintsOf(schema, value, 'response')
    .slice(0, maxBreaches)
    .map(({ at, message, schemaPointer }) => toBreach({ at, message, schemaPointer }))

/** Every JSON value is valid, so a body need not be parsed. */
const acceptsAll = ({ schema }: SchemaNode): boolean =>
  isObject(schema) ? Object.keys(schema).every((keyword) => !judging.has(keyword)) : schema

const judging = new Set(['$ref', '$dynamicRef', ...assertionKeywords, ...subschemaKeywords.keys()])
