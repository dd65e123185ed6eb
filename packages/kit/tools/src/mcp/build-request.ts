import { isObject, type Json, type JsonObject, toObject } from '../documents/json.ts'
import { toCredentials } from '../samples/credentials.ts'
import { resolveObject } from '../samples/sample-document.ts'
import {
  encodePairs,
  type Pair,
  toHeaderText,
  toPathText,
  toQueryPairs,
  toText,
} from '../samples/serialize-parameter.ts'
import { describeScheme } from './describe-operation.ts'
import { judgeValue } from './judge-value.ts'
import { nearestName } from './nearest-name.ts'
import { chooseMedia, type McpOperation, type McpParameter, ToolInputError } from './operations.ts'

/** The values of a call, as an assistant gives them. */
export interface CallValues {
  /** By name, whatever their place. */
  readonly parameters?: JsonObject | undefined
  readonly body?: Json | undefined
  readonly mediaType?: string | undefined
  /** By the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>> | undefined
}

/** A request that is valid by the document, ready for `fetch`. */
export interface BuiltRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | FormData | undefined
}

/** Builds a request below the base URL. Throws a ToolInputError that lists everything that is invalid by the document. */
export function buildRequest(
  document: JsonObject,
  operation: McpOperation,
  values: CallValues,
  baseUrl: string,
): BuiltRequest {
  const problems: string[] = []
  const parameters = readParameters(document, operation, values.parameters ?? {}, problems)
  const body = readBody(document, operation, values, problems)
  const credentials = readCredentials(document, operation, values.credentials ?? {}, problems)
  if (problems.length > 0) {
    throw new ToolInputError(
      [
        `The request was not sent. Fix this, by read_operation("${operation.id}"):`,
        ...problems.map((problem) => `- ${problem}`),
      ].join('\n'),
    )
  }
  const inPlace = (place: McpParameter['place']) => parameters.filter((one) => one.parameter.place === place)
  const query = [
    ...inPlace('query').flatMap(({ parameter, value }) => toQueryPairs(toStyle(parameter), value)),
    ...credentials.query,
  ]
  const cookies = [
    ...inPlace('cookie').flatMap(({ parameter, value }) => toQueryPairs(toStyle(parameter), value)),
    ...credentials.cookies,
  ]
  const path = inPlace('path').reduce(
    (text, { parameter, value }) =>
      text.replaceAll(`{${parameter.name}}`, () => toPathText(toStyle(parameter), value)),
    operation.path,
  )
  const headers = toHeaders([
    ['Accept', acceptOf(operation)],
    ...(body?.contentType === undefined ? [] : [['Content-Type', body.contentType] as const]),
    ...inPlace('header').map(
      ({ parameter, value }) => [parameter.name, toHeaderText(toStyle(parameter), value)] as const,
    ),
    ...(cookies.length === 0
      ? []
      : [
          [
            'Cookie',
            cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
          ] as const,
        ]),
    ...credentials.headers,
  ])
  return {
    url: toUrl(baseUrl, path, query),
    method: operation.method,
    headers,
    body: body?.content,
  }
}

interface GivenParameter {
  readonly parameter: McpParameter
  readonly value: Json
}

function readParameters(
  document: JsonObject,
  { parameters }: McpOperation,
  given: JsonObject,
  problems: string[],
): readonly GivenParameter[] {
  const names = parameters.map(({ name }) => name)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const nearest = nearestName(name, names)
    const advice =
      nearest === undefined
        ? ` It takes ${names.length === 0 ? 'no parameters' : names.join(', ')}.`
        : ` Did you mean "${nearest}"?`
    problems.push(`parameters.${name} is not a parameter of the operation.${advice}`)
  }
  return parameters.flatMap((parameter) => {
    const { name, place, required, schema } = parameter
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value === undefined) {
      if (required) problems.push(`parameters.${name} is missing: a required ${place} parameter`)
      return []
    }
    const judged = coerce(value).map((candidate) => ({
      candidate,
      found: judgeValue(document, schema, candidate, `parameters.${name}`, 'request'),
    }))
    const valid = judged.find(({ found }) => found.length === 0)
    if (valid === undefined) {
      problems.push(...(judged[0]?.found ?? []))
      return []
    }
    if (place === 'path' && /^\.{0,2}$/.test(toText(valid.candidate))) {
      problems.push(`parameters.${name} must be more than dots: it would lead to another path`)
      return []
    }
    return [{ parameter, value: parameter.isJson ? JSON.stringify(valid.candidate) : valid.candidate }]
  })
}

/** The value, and what else its text may mean: a parameter travels as text, so "5" and 5 are the same request. */
function coerce(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string' || !/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value)) return [value]
  return [value, JSON.parse(value) as Json]
}

function toStyle({ name, style, explode }: McpParameter) {
  return { name, style, explode }
}

interface BuiltBody {
  /** Undefined where `fetch` adds the boundary itself. */
  readonly contentType: string | undefined
  readonly content: string | FormData
}

function readBody(
  document: JsonObject,
  { body: declared, method }: McpOperation,
  { body: value, mediaType }: CallValues,
  problems: string[],
): BuiltBody | undefined {
  if (declared === undefined || method === 'GET' || method === 'HEAD') {
    if (value !== undefined) problems.push('body is given, but the operation takes none')
    return undefined
  }
  if (value === undefined) {
    if (declared['required'] === true) problems.push('body is missing')
    return undefined
  }
  const chosen = chooseMedia(document, declared, mediaType)
  if (chosen === undefined) {
    const known = Object.keys(toObject(declared['content'])).join(', ')
    problems.push(`mediaType must be one of ${known}`)
    return undefined
  }
  const { type, media } = chosen
  const judged = isParsedText(type, value) ? parseText(value) : value
  if (judged === undefined) {
    problems.push('body must be a JSON value, and is a string that holds no JSON')
    return undefined
  }
  problems.push(...judgeValue(document, media['schema'], judged, 'body', 'request'))
  return writeBody(document, type, media, judged)
}

/** Assistants often send a JSON body as a string. */
function isParsedText(type: string, value: Json): value is string {
  return typeof value === 'string' && /[/+]json\b/.test(type) && /^\s*[[{]/.test(value)
}

function parseText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function writeBody(document: JsonObject, type: string, media: JsonObject, value: Json): BuiltBody {
  if (/[/+]json\b/.test(type)) return { contentType: type, content: JSON.stringify(value) }
  if (type === 'application/x-www-form-urlencoded' && isObject(value)) {
    const pairs = Object.entries(value).flatMap(([name, member]) => toQueryPairs({ name }, member))
    return { contentType: type, content: encodePairs(pairs) }
  }
  if (type === 'multipart/form-data' && isObject(value)) {
    return { contentType: undefined, content: toFormData(document, media, value) }
  }
  return { contentType: type.includes('*') ? 'application/octet-stream' : type, content: toText(value) }
}

/** Files are the text that the assistant gives; objects are parts of JSON (OpenAPI 3.1, Encoding Object). */
function toFormData(document: JsonObject, media: JsonObject, value: JsonObject): FormData {
  const properties = toObject(resolveObject(document, media['schema'])['properties'])
  const form = new FormData()
  for (const [name, member] of Object.entries(value)) {
    const schema = resolveObject(document, properties[name])
    if (schema['format'] === 'binary' || typeof schema['contentMediaType'] === 'string')
      form.append(name, new Blob([toText(member)]), name)
    else if (isObject(member))
      form.append(name, new Blob([JSON.stringify(member)], { type: 'application/json' }))
    else for (const item of Array.isArray(member) ? member : [member]) form.append(name, toText(item))
  }
  return form
}

/** The credentials of the first alternative that is given in full. */
function readCredentials(
  document: JsonObject,
  { security }: McpOperation,
  given: Readonly<Record<string, string>>,
  problems: string[],
) {
  const schemes = toObject(toObject(document['components'])['securitySchemes'])
  const isNeeded = (name: string): boolean =>
    resolveObject(document, schemes[name])['type'] !== 'mutualTLS' && given[name] === undefined
  const complete = security.find((names) => names.length > 0 && !names.some(isNeeded))
  const isOptional = security.length === 0 || security.some((names) => names.length === 0)
  if (complete === undefined && !isOptional) {
    for (const name of (security[0] ?? []).filter(isNeeded)) {
      const how = describeScheme(resolveObject(document, schemes[name]))
      problems.push(`credentials.${name} is missing: ${how}`)
    }
  }
  const requirement = Object.fromEntries((complete ?? []).map((name) => [name, [] as Json[]]))
  return toCredentials(document, { security: [requirement] }, given)
}

function acceptOf({ responses }: McpOperation): string {
  const types = new Set([...responses.values()].flatMap((one) => Object.keys(toObject(one['content']))))
  return types.size === 0 ? '*/*' : [...types].join(', ')
}

function toHeaders(pairs: readonly Pair[]): Headers {
  const headers = new Headers()
  for (const [name, value] of pairs) {
    try {
      headers.set(name, value)
    } catch {
      throw new ToolInputError(`The header ${name} cannot carry this value: use printable characters alone.`)
    }
  }
  return headers
}

/** The address below the base URL. A path that a URL parser would shorten leads elsewhere, and is rejected. */
function toUrl(baseUrl: string, path: string, query: readonly Pair[]): URL {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const url = new URL(base.origin)
  url.pathname = `${prefix}${path}`
  url.search = encodePairs(query)
  const isSameDepth = url.pathname.split('/').length === `${prefix}${path}`.split('/').length
  if (!url.pathname.startsWith(`${prefix}/`) || !isSameDepth)
    throw new ToolInputError(
      'The path parameters lead out of the operation: use values without dot segments.',
    )
  return url
}
