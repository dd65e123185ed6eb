import { type Json, type JsonObject, isObject, nodeAt, toObject } from '../documents/json.ts'
import { toCredentials } from './credentials.ts'
import { type SampleBody, toSampleBody } from './sample-body.ts'
import {
  firstSuccess,
  isJson,
  pickMedia,
  resolveList,
  resolveObject,
  type SampleOperation,
  textOf,
} from './sample-document.ts'
import { explicitExample, sampleValue } from './sample-value.ts'
import {
  encodePairs,
  type Pair,
  type ParameterStyle,
  toHeaderText,
  toPathText,
  toQueryPairs,
} from './serialize-parameter.ts'

/** The options for a sample request. */
export interface SampleRequestOptions {
  /** The base URL; the first server of the document unless given. */
  readonly baseUrl?: string | undefined
  /** Values of credentials by the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>> | undefined
  /**
   * The extension of a response example that names its request: `{ request, path, query }`. `request` is the name of a
   * request example, or null for a request without a body.
   */
  readonly requestExtension?: string | undefined
  /** Headers of responses that samples print where a response always has them. */
  readonly responseHeaders?: readonly string[] | undefined
}

/** The one request that the samples of an operation show. */
export interface SampleRequest {
  /** In upper case. */
  readonly method: string
  readonly baseUrl: string
  /** Absolute and encoded, with its query. */
  readonly url: string
  /** With `Cookie` and credentials, without `Content-Type`. */
  readonly headers: readonly Pair[]
  readonly body: SampleBody | undefined
  /** Values of all parameters shown, by name. */
  readonly parameters: ReadonlyMap<string, Json>
  /** Whether the operation needs credentials. */
  readonly isAuthenticated: boolean
  /** How the successful response is read. */
  readonly response: 'json' | 'text' | 'none'
  /** Headers of the response to print. */
  readonly responseHeaders: readonly string[]
  /** Whether the response always has a header that the options ask for, such as one with a token: then the call is made for it. */
  readonly isForHeaders: boolean
  /** The schema of the successful response, where it is JSON. */
  readonly responseSchema: Json | undefined
}

/** Names that OpenAPI takes from elsewhere, and `User-Agent`, which every program sets by itself. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization', 'user-agent'])

/**
 * A request in place of the one that the examples of the document make. Required parameters and a body that are left out come
 * from the document all the same.
 */
export interface GivenRequest {
  /** Parameters by their places: `path`, `query`, `header` and `cookie`. */
  readonly parameters: JsonObject
  readonly body?: Json | undefined
  /** Headers of the response to print beside those of the options. */
  readonly responseHeaders?: readonly string[] | undefined
}

/** Puts the request of an operation together from the examples of its document, or from values that are given. */
export function toSampleRequest(
  document: JsonObject,
  found: SampleOperation,
  options: SampleRequestOptions = {},
  given?: GivenRequest,
): SampleRequest {
  const { operation, method } = found
  const success = firstSuccess(document, operation)
  const media = success === undefined ? undefined : pickMedia(document, success)
  const recipe =
    given === undefined
      ? readRecipe(document, media?.media, options.requestExtension)
      : { ...given.parameters, ...(given.body !== undefined && { body: given.body }), isGiven: true }
  const credentials = toCredentials(document, operation, options.credentials)
  const values = readParameters(document, found, recipe)
  const inPlace = (place: string): readonly ParameterValue[] =>
    values.filter((value) => value.place === place)
  const query = [
    ...inPlace('query').flatMap(({ style, value }) => toQueryPairs(style, value)),
    ...credentials.query,
  ]
  const cookies = [
    ...inPlace('cookie').flatMap(({ style, value }) => toQueryPairs(style, value)),
    ...credentials.cookies,
  ]
  const baseUrl = options.baseUrl ?? readServer(document, found)
  const path = inPlace('path').reduce(
    (text, { style, value }) => text.replaceAll(`{${style.name}}`, () => toPathText(style, value)),
    found.path,
  )
  const ownHeaders = (options.responseHeaders ?? []).filter((name) => alwaysHas(document, success, name))
  const response = media === undefined || method === 'head' ? 'none' : isJson(media.type) ? 'json' : 'text'
  return {
    method: method.toUpperCase(),
    baseUrl,
    url: `${baseUrl.replace(/\/$/, '')}${path}${query.length === 0 ? '' : `?${encodePairs(query)}`}`,
    headers: [
      ...(media === undefined ? [] : [['Accept', media.type] as const]),
      ...credentials.headers,
      ...inPlace('header').map(({ style, value }) => [style.name, toHeaderText(style, value)] as const),
      ...undeclaredHeaders(recipe, values),
      ...(cookies.length === 0
        ? []
        : [
            [
              'Cookie',
              cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
            ] as const,
          ]),
    ],
    body: recipe?.['request'] === null ? undefined : readBody(document, operation, recipe),
    parameters: new Map(values.map(({ style, value }) => [style.name, value])),
    isAuthenticated: credentials.isNeeded,
    response,
    responseHeaders: [...new Set([...ownHeaders, ...(given?.responseHeaders ?? [])])],
    isForHeaders: ownHeaders.length > 0,
    responseSchema: response === 'json' ? media?.media['schema'] : undefined,
  }
}

/** The request that the first example of the success names. */
function readRecipe(
  document: JsonObject,
  media: JsonObject | undefined,
  extension: string | undefined,
): JsonObject | undefined {
  if (extension === undefined) return undefined
  const [example] = Object.values(toObject(media?.['examples']))
  const recipe = resolveObject(document, example)[extension]
  return isObject(recipe) ? recipe : undefined
}

interface ParameterValue {
  readonly place: string
  readonly style: ParameterStyle
  readonly value: Json
}

/**
 * The parameters in a sample: required ones, headers of the operation's own that have an example, and all that the
 * recipe names.
 */
function readParameters(
  document: JsonObject,
  { operation, pathItem }: SampleOperation,
  recipe: JsonObject | undefined,
): readonly ParameterValue[] {
  const own = resolveList(document, operation['parameters'])
  const ownKeys = new Set(own.map(keyOf))
  const inherited = resolveList(document, pathItem['parameters']).filter(
    (parameter) => !ownKeys.has(keyOf(parameter)),
  )
  return [...inherited, ...own].flatMap((parameter) => {
    const place = textOf(parameter, 'in')
    const name = textOf(parameter, 'name')
    if (place === 'header' && ignoredHeaders.has(name.toLowerCase())) return []
    const given = toObject(recipe?.[place])[name]
    const isShown =
      parameter['required'] === true ||
      (place === 'header' &&
        recipe?.['isGiven'] !== true &&
        ownKeys.has(keyOf(parameter)) &&
        explicitExample(document, parameter) !== undefined)
    if (given === undefined && !isShown) return []
    const content = Object.values(toObject(parameter['content']))[0]
    const value =
      given ??
      sampleValue(document, content === undefined ? parameter : resolveObject(document, content)) ??
      name
    const { style, explode } = parameter
    return [
      {
        place,
        style: {
          name,
          ...(typeof style === 'string' && { style }),
          ...(typeof explode === 'boolean' && { explode }),
        },
        value: content === undefined ? value : JSON.stringify(value),
      },
    ]
  })
}

/** Any request may have headers that its operation does not declare. */
function undeclaredHeaders(
  recipe: JsonObject | undefined,
  declared: readonly ParameterValue[],
): readonly Pair[] {
  const names = new Set(declared.map(({ style }) => style.name))
  return Object.entries(toObject(recipe?.['header'])).flatMap(([name, value]) =>
    names.has(name) ? [] : [[name, toHeaderText({ name }, value)] as const],
  )
}

/** The identity of a parameter: its place and name. */
function keyOf(parameter: JsonObject): string {
  return `${textOf(parameter, 'in')} ${textOf(parameter, 'name')}`
}

function readBody(
  document: JsonObject,
  operation: JsonObject,
  recipe: JsonObject | undefined,
): SampleBody | undefined {
  if (operation['requestBody'] === undefined) return undefined
  const found = pickMedia(document, resolveObject(document, operation['requestBody']))
  if (found === undefined) return undefined
  if (recipe?.['body'] !== undefined) return toSampleBody(document, found, recipe['body'])
  const name = recipe?.['request']
  const example = typeof name === 'string' ? toObject(found.media['examples'])[name] : undefined
  const value =
    example === undefined ? sampleValue(document, found.media) : resolveObject(document, example)['value']
  return toSampleBody(document, found, value)
}

/** The first server of the operation, its path or the document, its variables at their defaults. */
function readServer(document: JsonObject, { operation, pathItem }: SampleOperation): string {
  const servers = operation['servers'] ?? pathItem['servers'] ?? document['servers']
  const server = toObject(Array.isArray(servers) ? servers[0] : undefined)
  const url = textOf(server, 'url').replaceAll(/\{([^}]+)\}/g, (match, name: string) => {
    const value = nodeAt(server, `/variables/${name}/default`)
    return typeof value === 'string' ? value : match
  })
  return /^https?:/.test(url) ? url : `https://api.example.com${url}`
}

function alwaysHas(document: JsonObject, response: JsonObject | undefined, name: string): boolean {
  const headers = Object.entries(toObject(response?.['headers']))
  const header = headers.find(([key]) => key.toLowerCase() === name.toLowerCase())
  return header !== undefined && resolveObject(document, header[1])['required'] === true
}
