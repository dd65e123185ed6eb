import type { ApiDocument, ApiParameter, SecurityRequirement } from '@contract-kit/openapi'
import {
  BODILESS_METHODS,
  isJsonType,
  type RequestValues,
  serializeRequest,
  UnsendableError,
  whyElsewhere,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import { own, tryJson } from '@contract-kit/json-schema/json'
import { suggest } from '@contract-kit/json-schema/text'
import type { Json, JsonObject } from '../documents/json.ts'
import { type Pair, type SampleCredentials, toCredentials } from '../samples/credentials.ts'
import { describeScheme } from './describe-operation.ts'
import { judgeValue } from './judge-value.ts'
import { chooseMedia, type McpOperation, ToolInputError } from './operations.ts'

/** The arguments of a call from an assistant. */
export interface CallValues {
  /** Parameters by name, for all places. */
  readonly parameters?: JsonObject | undefined
  readonly body?: Json | undefined
  readonly mediaType?: string | undefined
  /** By the name of the security scheme. */
  readonly credentials?: Readonly<Record<string, string>> | undefined
}

/** A validated request, ready for `fetch`. */
export interface BuiltRequest {
  readonly url: URL
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

/** Builds a request below the base URL. Throws a ToolInputError that lists all violations of the document. */
export function buildRequest(
  document: ApiDocument,
  operation: McpOperation,
  values: CallValues,
  baseUrl: string,
): BuiltRequest {
  const elsewhere = whyElsewhere(document, operation)
  if (elsewhere !== undefined) throw new ToolInputError(`The request was not sent: ${elsewhere}.`)
  const problems: string[] = []
  const parameters = readParameters(operation, values.parameters ?? {}, problems)
  const body = readBody(operation, values, problems)
  const credentials = readCredentials(document, operation, values.credentials ?? {}, problems)
  if (problems.length > 0) {
    throw new ToolInputError(
      [
        `The request was not sent. Fix this, by read_operation("${operation.id}"):`,
        ...problems.map((problem) => `- ${problem}`),
      ].join('\n'),
    )
  }
  const inPlace = (place: ApiParameter['in'], added: readonly Pair[] = []): JsonObject => {
    const given = parameters.filter(({ parameter }) => parameter.in === place)
    return Object.fromEntries([
      ...given.map(({ parameter, value }) => [parameter.name, value] as const),
      ...added,
    ])
  }
  const request = writeRequest(operation, {
    path: inPlace('path'),
    query: inPlace('query', credentials.query),
    header: inPlace('header', credentials.headers),
    cookie: inPlace('cookie', credentials.cookies),
    body,
  })
  const headers = new Headers()
  for (const [name, value] of request.headers) headers.set(name, value)
  return {
    url: toUrl(baseUrl, request.target),
    method: operation.method,
    headers,
    body: request.body === undefined ? null : String(request.body),
  }
}

function writeRequest(operation: McpOperation, values: RequestValues): WireRequest {
  try {
    return serializeRequest(operation, values)
  } catch (error) {
    if (error instanceof UnsendableError)
      throw new ToolInputError(`The request was not sent. ${error.message}`)
    throw error
  }
}

interface GivenParameter {
  readonly parameter: ApiParameter
  readonly value: Json
}

function readParameters(
  { parameters }: McpOperation,
  given: JsonObject,
  problems: string[],
): readonly GivenParameter[] {
  const names = parameters.map(({ name }) => name)
  for (const name of Object.keys(given)) {
    if (!names.includes(name))
      problems.push(`parameters.${name} is not a parameter of the operation${suggest(names, name)}`)
  }
  return parameters.flatMap((parameter) => {
    const { name, in: place, required, schema } = parameter
    const value = own(given, name)
    if (value === undefined) {
      if (required) problems.push(`parameters.${name} is missing: a required ${place} parameter`)
      return []
    }
    if (isRounded(value)) {
      problems.push(
        `parameters.${name} has a number beyond 2^53, which loses digits on its way here: send it as text`,
      )
      return []
    }
    const judged = coerce(value).map((candidate) => ({
      candidate,
      found: judgeValue(schema, candidate, `parameters.${name}`, 'request'),
    }))
    const valid = judged.find(({ found }) => found.length === 0)
    if (valid === undefined) {
      problems.push(...(judged[0]?.found ?? []))
      return []
    }
    if (place === 'path' && typeof valid.candidate === 'string' && /^\.{0,2}$/.test(valid.candidate)) {
      problems.push(`parameters.${name} must be more than dots: it would lead to another path`)
      return []
    }
    return [{ parameter, value: valid.candidate }]
  })
}

/** The value, and other values with the same text: "5" and 5 make the same request. */
function coerce(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [value, String(value)]
  if (typeof value !== 'string' || !/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value)) return [value]
  const parsed = tryJson(value)
  return parsed === undefined ? [value] : [value, parsed.value]
}

/** Rejects integers beyond 2^53, because tool arguments are doubles. */
function isRounded(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isRounded)
  return Number.isInteger(value) && !Number.isSafeInteger(value)
}

function readBody(
  { body: declared, method }: McpOperation,
  { body: value, mediaType }: CallValues,
  problems: string[],
): RequestValues['body'] {
  if (declared === undefined || BODILESS_METHODS.has(method)) {
    if (value !== undefined) problems.push('body is given, but the operation takes none')
    return undefined
  }
  if (value === undefined) {
    if (declared.required) problems.push('body is missing')
    return undefined
  }
  const media = chooseMedia(declared, mediaType)
  if (media === undefined) {
    const known = declared.media.map(({ contentType }) => contentType).join(', ')
    problems.push(`mediaType must be one of ${known}`)
    return undefined
  }
  const contentType = mediaType ?? media.contentType
  const judged = isParsedText(contentType, value) ? tryJson(value)?.value : value
  if (judged === undefined) problems.push('body must be a JSON value, and is a string that holds no JSON')
  else if (isRounded(judged))
    problems.push(
      'body has a number beyond 2^53, which loses digits on its way here: send the body as JSON text',
    )
  else {
    problems.push(...judgeValue(media.schema, judged, 'body', 'request'))
    return { contentType, value: judged }
  }
  return undefined
}

/** Assistants often send a JSON body as a string. */
function isParsedText(contentType: string, value: Json): value is string {
  return typeof value === 'string' && isJsonType(contentType) && /^\s*[[{]/.test(value)
}

/** The credentials of the first alternative whose values are all known. */
function readCredentials(
  document: ApiDocument,
  { security }: McpOperation,
  given: Readonly<Record<string, string>>,
  problems: string[],
): SampleCredentials {
  const missing = ({ schemes }: SecurityRequirement): readonly string[] =>
    schemes.flatMap(({ name }) => {
      const isSent = document.securitySchemes.get(name)?.type !== 'mutualTLS'
      return isSent && given[name] === undefined ? [name] : []
    })
  const complete = security.find((one) => one.schemes.length > 0 && missing(one).length === 0)
  const isOptional = security.length === 0 || security.some(({ schemes }) => schemes.length === 0)
  const [first] = security
  if (complete === undefined && !isOptional && first !== undefined) {
    for (const name of missing(first))
      problems.push(`credentials.${name} is missing: ${describeScheme(document.securitySchemes.get(name))}`)
  }
  return toCredentials(document, { security: complete === undefined ? [] : [complete] }, given)
}

/** The URL below the base URL. Rejects paths that a URL parser would normalize, such as `..`. */
function toUrl(baseUrl: string, target: string): URL {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const url = new URL(`${base.origin}${prefix}${target}`)
  const [path = ''] = target.split('?')
  const isSameDepth = url.pathname.split('/').length === `${prefix}${path}`.split('/').length
  if (!url.pathname.startsWith(`${prefix}/`) || !isSameDepth)
    throw new ToolInputError(
      'The path parameters lead out of the operation: use values without dot segments.',
    )
  return url
}
