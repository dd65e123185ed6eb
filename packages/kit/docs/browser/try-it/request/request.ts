import type { Json } from '@contract-kit/json-schema/json'
import { type ApiParameter, parsePathTemplate } from '@contract-kit/openapi/open'
import {
  isJsonType,
  percentEncode,
  UnsendableError,
  writeHeaderValue,
  writeParameter,
  writePathText,
  writePathValue,
} from '@contract-kit/openapi/wire'
import { type Operation, parseJson } from '../../../src/openapi/operations.ts'
import type { AppliedCredentials } from '../auth/credentials.ts'
import { toRequestBody, type RequestBody } from './body.ts'
import type { FilledForm, FormField } from './form.ts'
import { toValue } from './typed.ts'

/** A complete request, for sending and for the code samples. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Includes `Cookie` for the code samples; a browser sends its own cookies instead. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: RequestBody | undefined
}

/** Creates the request for a filled form. It does not validate, so that invalid requests can be sent on purpose. */
export function toRequest(
  address: string,
  operation: Operation,
  fields: readonly FormField[],
  form: FilledForm,
  credentials: AppliedCredentials,
): HttpRequest {
  const filled = (place: string) =>
    fields.filter((field) => field.place === place && typedIn(form, field) !== '')
  const path = parsePathTemplate(operation.path).map((piece) => {
    if (piece.kind === 'text') return writePathText(piece.text)
    const field = fields.find(({ place, name }) => place === 'path' && name === piece.name)
    return field === undefined ? '' : toPathText(field, typedIn(form, field))
  })
  const query = [
    ...filled('query').flatMap((field) => toPairs(field, typedIn(form, field))),
    ...credentials.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  ]
  const cookies = [
    ...filled('cookie').flatMap((field) => toPairs(field, typedIn(form, field))),
    ...credentials.cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ]
  return {
    method: operation.method,
    url: `${address}${path.join('')}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...filled('header').map((field) => [field.name, toHeaderText(field, typedIn(form, field))] as const),
      ...credentials.headers,
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    body: form.declaredBody && toRequestBody(form.declaredBody, form.body, form),
  }
}

const typedIn = ({ values }: FilledForm, { id }: FormField): string => (values[id] ?? '').trim()

/** Serializes a path parameter. */
export const toPathText = (field: FormField, typed: string): string =>
  write(field, typed, writePathValue, percentEncode)

/** Serializes a query parameter or a cookie as one or more `name=value` pairs. */
export function toPairs(field: FormField, typed: string): readonly string[] {
  const asTyped = (text: string) => [[percentEncode(field.name), percentEncode(text)] as const]
  const pairs = write(field, typed, writeParameter, asTyped)
  return pairs.map((pair) => pair.join('='))
}

/** Serializes a header. */
export const toHeaderText = (field: FormField, typed: string): string =>
  write(
    field,
    typed,
    (parameter, value) => writeHeaderValue(parameter, value) ?? typed,
    (text) => text,
  )

/** Serializes a typed text as the document declares. A value that cannot be serialized is sent as typed. */
function write<Written>(
  { parameter }: FormField,
  typed: string,
  byDocument: (parameter: ApiParameter, value: Json) => Written,
  asTyped: (text: string) => Written,
): Written {
  const isJson = parameter?.contentType !== undefined && isJsonType(parameter.contentType)
  const value = isJson ? parseJson(typed) : toValue(parameter?.schema, typed)
  if (parameter === undefined || value === undefined) return asTyped(typed)
  try {
    return byDocument(parameter, value)
  } catch (error) {
    if (error instanceof UnsendableError) return asTyped(typed)
    throw error
  }
}

/** Returns a curl command for a POSIX shell that sends the same request. It reads files from the current directory. */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // Without this, curl would add its default media type.
    ...(body === undefined || body.kind === 'parts' || isTyped ? [] : [`-H 'Content-Type:'`]),
    ...toCurlBody(body),
  ].join(' \\\n  ')
}

function toCurlBody(body: RequestBody | undefined): readonly string[] {
  switch (body?.kind) {
    case 'text':
      return [`--data-raw ${quote(body.text)}`]
    case 'file':
      return [`--data-binary ${quote(`@${body.file.name}`)}`]
    case 'parts':
      return body.parts.map(({ name, value, mediaType }) => {
        const type = mediaType === undefined ? '' : `;type=${mediaType}`
        // Without quotes, curl would interpret `;` in a value as a separator.
        return typeof value === 'string'
          ? `${type === '' ? '--form-string' : '-F'} ${quote(type === '' ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"${type}`)}`
          : `-F ${quote(`${name}=@${value.name}`)}`
      })
    case undefined:
      return []
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns JavaScript that sends the same request with `fetch`. It reads files with Node's API. */
export function toFetch({ method, url, headers, body }: HttpRequest): string {
  const lines = [
    ...(body?.kind === 'parts' ? ['const body = new FormData()', ...body.parts.map(toAppend)] : []),
    `const response = await fetch(${toLiteral(url)}, {`,
    `  method: ${toLiteral(method)},`,
    ...(headers.length > 0
      ? [
          '  headers: {',
          ...headers.map(([name, value]) => `    ${toLiteral(name)}: ${toLiteral(value)},`),
          '  },',
        ]
      : []),
    ...(body?.kind === 'text' ? [`  body: ${toLiteral(body.text)},`] : []),
    ...(body?.kind === 'file' ? [`  body: await readFile(${toLiteral(body.file.name)}),`] : []),
    ...(body?.kind === 'parts' ? ['  body,'] : []),
    '})',
    'console.log(response.status, await response.text())',
  ]
  const readsFile =
    body?.kind === 'file' ||
    (body?.kind === 'parts' && body.parts.some(({ value }) => typeof value !== 'string'))
  return [...(readsFile ? [`import { readFile } from 'node:fs/promises'`, ''] : []), ...lines].join('\n')
}

const toLiteral = (value: string): string => JSON.stringify(value)

function toAppend({
  name,
  value,
  mediaType,
}: {
  name: string
  value: string | File
  mediaType?: string
}): string {
  if (typeof value !== 'string')
    return `body.append(${toLiteral(name)}, new Blob([await readFile(${toLiteral(value.name)})]), ${toLiteral(value.name)})`
  const sent =
    mediaType === undefined
      ? toLiteral(value)
      : `new Blob([${toLiteral(value)}], { type: ${toLiteral(mediaType)} })`
  return `body.append(${toLiteral(name)}, ${sent})`
}
