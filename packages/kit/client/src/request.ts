import { createQuerySerializer } from 'openapi-fetch'
import { InputError } from './errors.ts'
import type { Call } from './call.ts'
import type { Operation, Parameter } from './operation.ts'

/** The parts of a call that openapi-fetch takes. */
export interface RequestParts {
  readonly params: {
    readonly path: Record<string, unknown>
    readonly query: Record<string, unknown>
    readonly header: Record<string, string>
  }
  readonly headers: Record<string, string>
  readonly body?: unknown
}

/** Values that would leave their place in a path: a URL drops `.` and `..`, and nothing would be left of an empty one. */
const misplaced = new Set(['', '.', '..', 'undefined', 'null'])

/** The name of a header and its value (RFC 9110, 5.1 and 5.5), with what is in neither between them. */
const field = /^[!#-'*+.^-z|~\w-]+\n[\t -~\x80-\xff]*$/

/** Sorts the input of a call into parameters and body. Throws an `InputError` if something cannot be sent. */
export function toRequestParts(call: Call, usualHeaders: Readonly<Record<string, string>>): RequestParts {
  const { operation, options } = call
  const { accept, contentType, bodyIn, constants, parameters = {} } = operation
  const rest: Record<string, unknown> = { ...constants, ...(call.input as object | undefined) }
  const path: Record<string, unknown> = {}
  const query: Record<string, unknown> = {}
  const header: Record<string, string> = {}
  const cookies: string[] = []
  for (const [name, parameter] of Object.entries(parameters)) {
    const given = rest[name]
    const value = given instanceof Date ? given.toISOString() : given
    delete rest[name]
    const place = typeof parameter === 'string' ? parameter : parameter.in
    if (place === 'path') path[name] = checkPathValue(call, name, value)
    else if (value === undefined || value === null) continue
    else if (place === 'query') query[name] = value
    else if (place === 'header') header[name] = toText(value)
    else cookies.push(`${name}=${encodeURIComponent(toText(value))}`)
  }
  const headers = {
    ...(accept === undefined ? {} : { accept: `${accept}, */*;q=0.1` }),
    ...usualHeaders,
    ...withoutUndefined(options.headers),
    // The platform writes the boundary of a multipart form.
    ...(contentType === undefined || isMultipart(contentType) ? {} : { 'content-type': contentType }),
    ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
    ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    ...(options.requestId === undefined ? {} : { 'x-request-id': options.requestId }),
  }
  checkHeaders(call, headers)
  checkHeaders(call, header)
  const parts = { params: { path, query, header }, headers }
  if (contentType === undefined) return parts
  const body = bodyIn === 'body' ? rest['body'] : rest
  return body === undefined ? parts : { ...parts, body }
}

/** Lists in headers and cookies are separated by commas (style `simple`, and `form` without `explode`). */
const toText = (value: unknown): string => (value as string | number | boolean | readonly string[]).toString()

function withoutUndefined(
  headers: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const entries = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

function checkPathValue(call: Call, name: string, value: unknown): unknown {
  if (misplaced.has(String(value)))
    throw new InputError(
      `${name} must not be ${value === '' ? 'empty' : String(value)}`,
      call.errorFacts(false),
    )
  return value
}

/** The platform's own error would show the value, which may be a token. */
function checkHeaders(call: Call, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!field.test(`${name}\n${value}`))
      throw new InputError(`the header ${JSON.stringify(name)} cannot be sent`, call.errorFacts(false))
  }
}

/** How openapi-fetch writes the path of an operation: it reads styles from the template (RFC 6570). */
export function toPathTemplate({ path, parameters = {} }: Operation): string {
  return path.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters[name]
    if (typeof parameter !== 'object') return whole
    const prefix = { label: '.', matrix: ';' }[parameter.style as string] ?? ''
    return `{${prefix}${name}${parameter.explode ? '*' : ''}}`
  })
}

/** How openapi-fetch writes the query of an operation, parameter by parameter where their styles differ from the usual one. */
export function toQuerySerializer({
  parameters = {},
}: Operation): (query: Record<string, unknown>) => string {
  const styled = Object.entries(parameters).filter((entry) => isStyledQuery(entry[1]))
  if (styled.length === 0) return usualQuery
  const serializers = new Map(styled.map(([name, parameter]) => [name, toSerializer(parameter)]))
  return (query) =>
    Object.entries(query)
      .map(([name, value]) => (serializers.get(name) ?? usualQuery)({ [name]: value }))
      .filter((text) => text !== '')
      .join('&')
}

const usualQuery = createQuerySerializer()

const isStyledQuery = (parameter: Parameter): boolean =>
  typeof parameter === 'object' && parameter.in === 'query'

function toSerializer(parameter: Parameter): (query: Record<string, unknown>) => string {
  if (typeof parameter === 'string') return usualQuery
  const { style, explode, allowReserved = false } = parameter
  return createQuerySerializer({
    allowReserved,
    array: { style: style === 'spaceDelimited' || style === 'pipeDelimited' ? style : 'form', explode },
    object: { style: style === 'deepObject' ? style : 'form', explode },
  })
}

/** Writes a body in its media type. JSON unless it is a form, a text or bytes. */
export function serializeBody(contentType: string, body: unknown): RequestInit['body'] {
  if (/json/i.test(contentType)) return JSON.stringify(body)
  if (isMultipart(contentType)) return toForm(body, new FormData())
  if (contentType === 'application/x-www-form-urlencoded') return toForm(body, new URLSearchParams())
  return body as RequestInit['body']
}

const isMultipart = (contentType: string): boolean => contentType.startsWith('multipart/')

/** Lists become fields of one name; objects become JSON. */
function toForm<Form extends FormData | URLSearchParams>(body: unknown, form: Form): Form {
  for (const [name, value] of Object.entries(body as object)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined) continue
      if (item instanceof Blob && form instanceof FormData) form.append(name, item)
      else form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  }
  return form
}
