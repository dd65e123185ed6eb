import type { Operation } from '../../../src/openapi/operations.ts'
import type { AppliedCredentials } from '../auth/credentials.ts'
import { toRequestBody, type RequestBody } from './body.ts'
import type { FilledForm, FormField } from './form.ts'
import { toCookieText, toHeaderText, toPathText, toQueryParts } from './parameters.ts'

/** A request, complete: what is sent and what the snippets say. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** `Cookie` is among them for the snippets; a browser sends the cookies that it has. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: RequestBody | undefined
}

/** The request that a filled form stands for. Nothing is checked: what the server rejects can be sent on purpose. */
export function toRequest(
  document: unknown,
  address: string,
  operation: Operation,
  fields: readonly FormField[],
  form: FilledForm,
  credentials: AppliedCredentials,
): HttpRequest {
  const filled = (place: string) =>
    fields
      .filter((field) => field.place === place)
      .map((field) => ({ field, value: (form.values[field.id] ?? '').trim() }))
  const path = filled('path').reduce(
    (text, { field, value }) => text.replaceAll(`{${field.name}}`, () => toPathText(field, value)),
    operation.path,
  )
  const query = [
    ...filled('query')
      .filter(isFilled)
      .flatMap(({ field, value }) => toQueryParts(field, value)),
    ...credentials.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  ]
  const cookies = [
    ...filled('cookie')
      .filter(isFilled)
      .map(({ field, value }) => toCookieText(field, value)),
    ...credentials.cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ]
  return {
    method: operation.method,
    url: `${address}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    headers: [
      ...filled('header')
        .filter(isFilled)
        .map(({ field, value }) => [field.name, toHeaderText(field, value)] as const),
      ...credentials.headers,
      ...(cookies.length > 0 ? [['Cookie', cookies.join('; ')] as const] : []),
    ],
    body: form.declaredBody && toRequestBody(document, form.declaredBody, form.body, form),
  }
}

const isFilled = ({ value }: { readonly value: string }): boolean => value !== ''

/** The curl command that sends the same request from a POSIX shell, where the files that it names are. */
export function toCurl({ method, url, headers, body }: HttpRequest): string {
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    // curl would name a media type of its own.
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
        // Without quotes, curl takes `;` in a text for its own.
        return typeof value === 'string'
          ? `${type === '' ? '--form-string' : '-F'} ${quote(type === '' ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"${type}`)}`
          : `-F ${quote(`${name}=@${value.name}`)}`
      })
    case undefined:
      return []
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** JavaScript that sends the same request with `fetch`. Files are read as in Node. */
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
