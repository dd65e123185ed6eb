import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  type ApiParameter,
  type ApiResponse,
  createResolver,
  essenceOf,
  exampleBaseUrl,
  exampleBody,
  type ExampleBody,
  exampleParameter,
  firstSuccess,
  pickMedia,
  writeExampleBody,
  type WrittenBody,
} from '@contract-kit/openapi'
import {
  decodePlaceholders,
  isJsonType,
  percentDecode,
  serializeRequest,
  writeHeaderValue,
} from '@contract-kit/openapi/wire'
import { findAt, own } from '@contract-kit/json-schema/json'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { isObject, type Json, type JsonObject, toObject } from '../documents/json.ts'
import { type Pair, toCredentials } from './credentials.ts'

/** The options for a sample request. */
export interface SampleRequestOptions {
  /** The base URL. Default: the first server of the document. */
  readonly baseUrl?: string | undefined
  /** Values of credentials by the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>> | undefined
  /**
   * The extension of a response example that names its request: `{ request, path, query }`. `request` is the name of a
   * request example, or null for a request without a body.
   */
  readonly requestExtension?: string | undefined
  /** Response headers to print, if a response always has them. */
  readonly responseHeaders?: readonly string[] | undefined
}

/** The one request that the samples of an operation show. */
export interface SampleRequest {
  /** The method in upper case. */
  readonly method: string
  readonly baseUrl: string
  /** Absolute and encoded, with its query. */
  readonly url: string
  /** With `Cookie` and credentials, without `Content-Type`. */
  readonly headers: readonly Pair[]
  /** The `User-Agent`, if the operation declares it. Most HTTP libraries send their own. */
  readonly userAgent: string | undefined
  readonly body: WrittenBody | undefined
  /** All parameters shown. */
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly value: Json }[]
  /** Whether the operation needs credentials. */
  readonly isAuthenticated: boolean
  /** How the successful response is read. */
  readonly response: 'json' | 'text' | 'none'
  /** Headers of the response to print. */
  readonly responseHeaders: readonly string[]
  /** Whether the response always has one of the configured headers, such as a token. Then the header is the purpose of the call. */
  readonly isForHeaders: boolean
  /** The schema of the successful response, where it is JSON. */
  readonly responseSchema: SchemaNode | undefined
}

/**
 * A request that overrides the examples of the document. Omitted required parameters and an omitted body still come
 * from the document.
 */
export interface GivenRequest {
  /** Parameters by their places: `path`, `query`, `header` and `cookie`. */
  readonly parameters: JsonObject
  readonly body?: Json | undefined
  /** Headers of the response to print beside those of the options. */
  readonly responseHeaders?: readonly string[] | undefined
}

/**
 * Builds the request of an operation from the examples of its document, or from given values. Throws
 * UnsendableError for values that cannot be sent.
 */
export function toSampleRequest(
  document: ApiDocument,
  operation: ApiOperation,
  options: SampleRequestOptions = {},
  given?: GivenRequest,
): SampleRequest {
  const { method } = operation
  const success = firstSuccess(operation)
  const media = pickMedia(success?.media ?? [])
  const recipe =
    given === undefined
      ? readRecipe(document, media, options.requestExtension)
      : { ...given.parameters, ...(given.body !== undefined && { body: given.body }), isGiven: true }
  const credentials = toCredentials(document, operation, options.credentials)
  const values = readParameters(document, operation, recipe)
  const inPlace = (place: ApiParameter['in'], added: readonly Pair[] = []): Readonly<Record<string, Json>> =>
    Object.fromEntries([
      ...values
        .filter(({ parameter }) => parameter.in === place)
        .map(({ parameter, value }) => [parameter.name, value] as const),
      ...added,
    ])
  const body = recipe?.['request'] === null ? undefined : readBody(operation, recipe)
  const written = serializeRequest(operation, {
    path: inPlace('path'),
    query: inPlace('query', credentials.query),
    cookie: inPlace('cookie', credentials.cookies),
    // Written below: a sample keeps the spelling of the document.
    header: {},
    body: undefined,
  })
  const baseUrl = options.baseUrl ?? exampleBaseUrl(document, operation)
  const ownHeaders = (options.responseHeaders ?? []).filter((name) => alwaysHas(success, name))
  const response =
    media === undefined || method === 'HEAD' ? 'none' : isJsonType(media.contentType) ? 'json' : 'text'
  return {
    method,
    baseUrl,
    url: `${baseUrl.replace(/\/$/, '')}${readable(written.target)}`,
    headers: [
      ...(media === undefined ? [] : [['Accept', essenceOf(media.contentType)] as const]),
      ...credentials.headers,
      ...writeHeaders(values, recipe),
      ...written.headers
        .filter(([name]) => name === 'cookie')
        .map(([, text]) => ['Cookie', decodePlaceholders(text)] as const),
    ],
    userAgent: readUserAgent(operation),
    body: body && writeExampleBody(body),
    parameters: values.map(({ parameter, value }) => ({ in: parameter.in, name: parameter.name, value })),
    isAuthenticated: credentials.isNeeded,
    response,
    responseHeaders: [...new Set([...ownHeaders, ...(given?.responseHeaders ?? [])])],
    isForHeaders: ownHeaders.length > 0,
    responseSchema: response === 'json' ? media?.schema : undefined,
  }
}

/** A target with the characters that a path may contain (RFC 3986, section 3.3), as people write them. */
function readable(target: string): string {
  const [path = '', ...query] = decodePlaceholders(target).split('?')
  return [path.replaceAll(/%(?:40|3A)/g, percentDecode), ...query].join('?')
}

/** The request that the first example of the success names. */
function readRecipe(
  { raw }: ApiDocument,
  media: ApiMedia | undefined,
  extension: string | undefined,
): JsonObject | undefined {
  if (extension === undefined || media === undefined) return undefined
  const [example] = Object.values(toObject(own(findAt(raw, media.pointer), 'examples')))
  const recipe = own(createResolver(raw).follow(example), extension)
  return isObject(recipe) ? recipe : undefined
}

interface ParameterValue {
  readonly parameter: ApiParameter
  readonly value: Json
}

/**
 * The parameters in a sample: required ones, headers of the operation's own that have an example, and all that the
 * recipe names.
 */
function readParameters(
  { raw }: ApiDocument,
  operation: ApiOperation,
  recipe: JsonObject | undefined,
): readonly ParameterValue[] {
  const { follow } = createResolver(raw)
  const declared = operation.raw['parameters']
  const names = new Set((Array.isArray(declared) ? declared : []).map((one) => own(follow(one), 'name')))
  return operation.parameters.flatMap((parameter) => {
    const { name, in: place, required, examples } = parameter
    // Most HTTP libraries send it; `userAgent` is for the others.
    if (place === 'header' && name.toLowerCase() === 'user-agent') return []
    const given = own(recipe?.[place], name)
    const isTold =
      place === 'header' && recipe?.['isGiven'] !== true && names.has(name) && examples.length > 0
    if (given === undefined && !required && !isTold) return []
    return [{ parameter, value: exampleParameter(parameter, given) }]
  })
}

function readUserAgent({ parameters }: ApiOperation): string | undefined {
  const declared = parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'user-agent',
  )
  return declared && writeHeaderValue(declared, exampleParameter(declared, undefined))
}

/** The header parameters, and headers of the recipe that the operation does not declare: any request may have those. */
function writeHeaders(values: readonly ParameterValue[], recipe: JsonObject | undefined): readonly Pair[] {
  const headers = values.filter(({ parameter }) => parameter.in === 'header')
  const names = new Set(values.map(({ parameter }) => parameter.name))
  const others = Object.entries(toObject(recipe?.['header']))
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => ({ parameter: { name, explode: false, contentType: undefined }, value }))
  return [...headers, ...others].flatMap(({ parameter, value }) => {
    const text = writeHeaderValue(parameter, value)
    return text === undefined ? [] : [[parameter.name, text] as const]
  })
}

function readBody(operation: ApiOperation, recipe: JsonObject | undefined): ExampleBody | undefined {
  const media = pickMedia(operation.body?.media ?? [])
  const named = media?.examples.find(({ name }) => name === recipe?.['request'])
  return exampleBody(operation, recipe?.['body'] ?? named?.value)
}

function alwaysHas(response: ApiResponse | undefined, wanted: string): boolean {
  const header = response?.headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  return header?.required === true
}
