import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import {
  joinPairs,
  mediaKindOf,
  pathPiecesOf,
  toText,
  writeForm,
  writeHeaderValue,
  writeParameter,
  writePath,
} from '@contract-kit/openapi/write'
import { InputError } from './errors.ts'
import type { Call } from './call.ts'
import type { Operation, Parameter } from './operation.ts'

/** The parts of a call that openapi-fetch accepts. */
export interface RequestParts {
  readonly params: {
    readonly path: Record<string, unknown>
    readonly query: Record<string, unknown>
  }
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/** A header name, a separator that occurs in neither part, and a header value (RFC 9110, 5.1 and 5.5). */
const field = /^[!#-'*+.^-z|~\w-]+\n[\t -~\x80-\xff]*$/

/** Sorts the input of a call into parameters and body. Throws an `InputError` if something cannot be sent. */
export function toRequestParts(call: Call, usualHeaders: Readonly<Record<string, string>>): RequestParts {
  const { operation, options } = call
  const { accept, contentType, bodyIn, constants, parameters = {} } = operation
  const rest: Record<string, unknown> = { ...constants, ...(call.input as object | undefined) }
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const header: Record<string, string> = {}
  const cookies: (readonly [string, string])[] = []
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = rest[name]
    delete rest[name]
    if (value == null) continue
    const place = typeof parameter === 'string' ? parameter : parameter.in
    if (place === 'path') path[name] = value
    else if (place === 'query') query[name] = value
    else {
      const rule = ruleOf(name, parameter)
      const json = toJson(value)
      const text = place === 'header' ? writeHeaderValue(rule, json) : undefined
      if (text !== undefined) header[rule.name] = text
      if (place === 'cookie') cookies.push(...writeParameter(rule, json))
    }
  }
  const given = Object.keys(toJson(call.input ?? {})!)
  const isLeftOut = bodyIn === 'optional members' && given.every((name) => name in parameters)
  const body = bodyIn === 'body' ? rest['body'] : isLeftOut ? undefined : rest
  const headers = {
    ...(accept && { accept: `${accept}, */*;q=0.1` }),
    ...usualHeaders,
    ...(toJson(options.headers ?? {}) as Record<string, string>),
    // The platform writes the boundary of a multipart form.
    ...(contentType && !isLeftOut && !contentType.startsWith('multipart') && { 'content-type': contentType }),
    ...(cookies[0] && { cookie: joinPairs(cookies, '; ') }),
    ...(call.idempotencyKey && { 'idempotency-key': call.idempotencyKey }),
    ...(options.requestId && { 'x-request-id': options.requestId }),
    ...header,
  }
  checkHeaders(call, headers)
  const parts = { params: { path, query }, headers }
  return contentType && body !== undefined ? { ...parts, body } : parts
}

/** The platform's own error would show the value, which may be a token. */
function checkHeaders(call: Call, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!field.test(`${name}\n${value}`))
      throw new InputError(`the header ${JSON.stringify(name)} cannot be sent`, call.errorFacts(false))
  }
}

/** How openapi-fetch writes the path and the query of an operation: each parameter by its style. */
export function createSerializers({ path, parameters = {} }: Operation) {
  const pieces = pathPiecesOf(path, (name) => ruleOf(name, parameters[name] ?? 'path'))
  return {
    pathSerializer: (url: string, values: Record<string, unknown>): string =>
      url.slice(0, -path.length) + writePath(pieces, toJson(values) as JsonObject),
    querySerializer: (values: Record<string, unknown>): string =>
      joinPairs(
        Object.entries(values).flatMap(([name, value]) =>
          writeParameter(ruleOf(name, parameters[name] ?? 'query'), toJson(value)),
        ),
      ),
  }
}

/** The rule of a parameter, with the style that its place has by default (OpenAPI 3.1, "Parameter Object"). */
function ruleOf(name: string, parameter: Parameter) {
  const { in: place, ...given } = typeof parameter === 'string' ? { in: parameter } : parameter
  const isExploded = place === 'query' || place === 'cookie'
  return {
    name,
    style: isExploded ? 'form' : 'simple',
    explode: isExploded,
    allowReserved: false,
    contentType: undefined,
    ...given,
  }
}

/** Converts a value as `JSON.stringify` does: dates become strings, and `undefined` members are dropped. */
function toJson(value: unknown): Json {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => toJson(item ?? null))
  if (typeof value !== 'object' || value === null) return value as Json
  const { toJSON } = value as { readonly toJSON?: unknown }
  if (typeof toJSON === 'function') return toJSON.call(value) as Json
  const present = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(present.map(([name, member]) => [name, toJson(member)]))
}

/** Writes a body in its media type. JSON unless it is a form, a text or bytes. */
export function serializeBody(
  { contentType = '', encoding = {} }: Operation,
  body: unknown,
): RequestInit['body'] {
  const kind = mediaKindOf(contentType)
  if (kind === 'json') return JSON.stringify(body)
  if (kind === 'multipart') return toFormData(body)
  if (kind === 'form') return writeForm({ encoding: encoding as JsonObject }, toJson(body))
  return body as RequestInit['body']
}

/** Builds the form data. Lists become parts of one name, objects become JSON, and null is left out. */
function toFormData(body: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of [value].flat()) {
      if (item instanceof Blob) form.append(name, item)
      else if (item != null) form.append(name, toText(toJson(item)))
    }
  }
  return form
}
