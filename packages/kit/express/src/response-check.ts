import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import {
  below,
  isObject,
  locate,
  lookUp,
  type OpenApiDocument,
  type OperationKey,
  readOperations,
} from './document.ts'
import { bySpecificity, essenceOf, isInRange, isJson, isSequence, isText } from './media-types.ts'
import { type Schema, SchemaSet } from './schemas.ts'

/** One point in which a response departs from its document. */
export interface Breach {
  readonly place: 'status' | 'header' | 'media-type' | 'body'
  /** A header name, or a JSON Pointer into the body; empty otherwise. */
  readonly at: string
  /** The expectation, without any value of the response. */
  readonly message: string
  /** JSON Pointer into the document (place in the schema); for logs. */
  readonly schemaPointer: string
}

/** A response as it goes out. Header names are in lower case. */
export interface SentResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>
  /** Raw bytes; undefined when there is none. */
  readonly body: Uint8Array | undefined
  /** The request's method: a response to HEAD has no body. */
  readonly method: string
}

export type ResponseCheck = (operation: OperationKey, response: SentResponse) => readonly Breach[]

interface DeclaredHeader {
  readonly name: string
  readonly pointer: string
  readonly isRequired: boolean
  readonly schema: Schema | undefined
  /** Reads the text of the header as the type that the schema names. Throws a SyntaxError for invalid JSON. */
  readonly read: (text: string) => unknown
}

interface DeclaredMedia {
  readonly range: string
  readonly schema: Schema | undefined
}

interface DeclaredResponse {
  readonly pointer: string
  readonly headers: readonly DeclaredHeader[]
  /** The most specific media range first. */
  readonly media: readonly DeclaredMedia[]
}

/** By status in upper case: `200`, `4XX`, `DEFAULT`. An error says why a response cannot be read. */
type DeclaredResponses = ReadonlyMap<string, DeclaredResponse | Error>

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const decoders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/**
 * Makes the function that compares a response with its declaration and lists every breach. Schemas compile on first use. A schema
 * that does not compile, or a `$ref` that leads nowhere, is a breach of each response that needs it. Throws if the
 * `$ref` of a path item leads nowhere.
 */
export function createResponseCheck(document: OpenApiDocument): ResponseCheck {
  const reader = new ResponseReader(document)
  const operations = new Map<string, Map<string, DeclaredResponses>>()
  for (const { path, method, pointer } of readOperations(document)) {
    const byMethod = operations.get(path) ?? new Map<string, DeclaredResponses>()
    operations.set(path, byMethod.set(method, reader.responses(below(pointer, 'responses'))))
  }

  return (operation, response) => {
    const responses = operations.get(operation.path)?.get(operation.method)
    const status = String(response.status)
    const declared = responses?.get(status) ?? responses?.get(`${status[0]}XX`) ?? responses?.get('DEFAULT')
    const breaches: Breach[] = []
    if (!declared) {
      const message = `must be one of: ${[...(responses?.keys() ?? [])].join(', ')}`
      const schemaPointer = `${below('/paths', operation.path)}/${operation.method.toLowerCase()}/responses`
      breaches.push({ place: 'status', at: '', message, schemaPointer })
    } else if (declared instanceof Error) {
      breaches.push({
        place: 'status',
        at: '',
        message: uncheckable(operation, response, declared),
        schemaPointer: '',
      })
    } else {
      for (const header of declared.headers) checkHeader(header, operation, response, breaches)
      checkBody(declared, operation, response, breaches)
    }
    return breaches
  }
}

/** Reads the declarations of responses. Responses that operations share by `$ref` are read once. */
class ResponseReader {
  readonly #document: OpenApiDocument
  readonly #schemas: SchemaSet
  readonly #responses = new Map<string, DeclaredResponse>()

  constructor(document: OpenApiDocument) {
    this.#document = document
    this.#schemas = new SchemaSet(document)
  }

  responses(pointer: string): DeclaredResponses {
    const statuses = Object.keys(lookUp(this.#document, pointer) ?? {}).filter((key) => !key.startsWith('x-'))
    return new Map(statuses.map((status) => [status.toUpperCase(), this.#response(below(pointer, status))]))
  }

  #response(place: string): DeclaredResponse | Error {
    try {
      const { pointer, value } = locate(this.#document, place)
      const response = this.#responses.get(pointer) ?? {
        pointer,
        headers: namesIn(value, 'headers')
          .filter((name) => name.toLowerCase() !== 'content-type') // OpenAPI: "SHALL be ignored"
          .map((name) => this.#header(name.toLowerCase(), below(`${pointer}/headers`, name))),
        media: this.#content(value, pointer),
      }
      this.#responses.set(pointer, response)
      return response
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #content(parent: unknown, pointer: string): DeclaredMedia[] {
    const media = namesIn(parent, 'content').map((type) => ({
      range: essenceOf(type),
      schema: this.#schemas.at(`${below(`${pointer}/content`, type)}/schema`),
    }))
    return media.toSorted((one, other) => bySpecificity(one.range, other.range))
  }

  #header(name: string, place: string): DeclaredHeader {
    const { pointer, value } = locate(this.#document, place)
    const header = isObject(value) ? value : {}
    const isRequired = header['required'] === true
    const [content] = this.#content(value, pointer)
    if (content) {
      const read = (text: string): unknown => (isJson(content.range) ? JSON.parse(text) : text)
      return { name, pointer, isRequired, schema: content.schema, read }
    }
    const read = this.#textReader(header['schema'], header['explode'] === true)
    return { name, pointer, isRequired, schema: this.#schemas.at(`${pointer}/schema`), read }
  }

  /** Reads the style `simple`, the only one that headers have: `1,2` and `a,1,b,2` or, exploded, `a=1,b=2`. */
  #textReader(schema: unknown, explode: boolean): (text: string) => unknown {
    const schemas = this.#schemas
    const types = schemas.typesOf(schema)
    const parts = [...schemas.partsOf(schema)]
    if (types.has('array')) {
      const items = schemas.typesOf(parts.find((part) => part['items'] !== undefined)?.['items'])
      return (text) => split(text).map((item) => readScalar(item, items))
    }
    if (!types.has('object')) return (text) => readScalar(text, types)
    const properties = new Map(parts.flatMap((part) => Object.entries(part['properties'] ?? {})))
    const member = (name = '', text = '') =>
      [name, readScalar(text, schemas.typesOf(properties.get(name)))] as const
    return (text) => {
      const words = split(text)
      if (explode) return Object.fromEntries(words.map((word) => member(...word.split('=', 2))))
      return Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 ? [member(word, words[i + 1])] : [])))
    }
  }
}

const namesIn = (parent: unknown, key: string): string[] =>
  Object.keys((isObject(parent) && parent[key]) || {})

const split = (text: string): string[] => (text === '' ? [] : text.split(',').map((word) => word.trim()))

function readScalar(text: string, types: ReadonlySet<string>): unknown {
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if ((types.has('number') || types.has('integer')) && jsonNumber.test(text)) return Number(text)
  return types.has('null') && text === '' ? null : text
}

function checkHeader(
  header: DeclaredHeader,
  operation: OperationKey,
  response: SentResponse,
  breaches: Breach[],
): void {
  const { name, pointer, schema } = header
  const sent = response.headers[name]
  if (sent === undefined) {
    const schemaPointer = `${pointer}/required`
    if (header.isRequired)
      breaches.push({ place: 'header', at: name, message: 'must be present', schemaPointer })
    return
  }
  if (!schema || schema.acceptsAll) return
  // Lines of one header form a list, except for cookies, which are never joined.
  const isCookies = name === 'set-cookie' && !schema.types.has('array')
  const lines = typeof sent === 'object' ? sent : [String(sent)]
  for (const text of isCookies ? lines : [lines.join(', ')]) {
    let value: unknown
    try {
      value = header.read(text)
    } catch {
      breaches.push({ place: 'header', at: name, message: 'must be valid JSON', schemaPointer: pointer })
      continue
    }
    validate(schema, value, 'header', name, operation, response, breaches)
  }
}

function checkBody(
  declared: DeclaredResponse,
  operation: OperationKey,
  response: SentResponse,
  breaches: Breach[],
): void {
  const { status, headers, method } = response
  const body = method !== 'HEAD' && response.body?.byteLength ? response.body : undefined
  const addBreach = (place: Breach['place'], message: string, schemaPointer: string) =>
    breaches.push({ place, at: '', message, schemaPointer })

  if (status === 204 || status === 304 || status < 200 || declared.media.length === 0) {
    if (body) addBreach('body', 'must be empty', declared.pointer)
    return
  }
  const pointer = `${declared.pointer}/content`
  const type = essenceOf(headers['content-type'])
  if (!body && method !== 'HEAD' && !isSequence(type)) addBreach('body', 'must be present', pointer)
  if (!body && type === '') return
  const media = declared.media.find(({ range }) => isInRange(range, type))
  if (!media)
    return void addBreach(
      'media-type',
      `must be one of: ${declared.media.map((each) => each.range).join(', ')}`,
      pointer,
    )
  const { schema } = media
  if (!body || !schema || schema.acceptsAll) return
  const isParsed = isJson(type)
  if (!isParsed && !(isText(type) && schema.types.has('string'))) return
  let value: unknown
  try {
    const decode = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]
    const text = Buffer.from(decode ? decode(body) : body).toString()
    value = isParsed ? JSON.parse(text) : text
  } catch {
    return void addBreach('body', 'must be readable in its content type and encoding', pointer)
  }
  validate(schema, value, 'body', '', operation, response, breaches)
}

function validate(
  schema: Schema,
  value: unknown,
  place: Breach['place'],
  header: string,
  operation: OperationKey,
  response: SentResponse,
  breaches: Breach[],
): void {
  try {
    for (const { at, message, schemaPointer } of schema.validate(value))
      breaches.push({ place, at: place === 'header' ? header : at, message, schemaPointer })
  } catch (error) {
    const message = uncheckable(operation, response, error)
    breaches.push({ place, at: header, message, schemaPointer: schema.pointer })
  }
}

const uncheckable = ({ method, path }: OperationKey, { status }: SentResponse, reason: unknown): string =>
  `cannot be checked for ${method} ${path} ${status}: ${reason instanceof Error ? reason.message : String(reason)}`
