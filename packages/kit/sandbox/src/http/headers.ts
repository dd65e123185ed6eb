import { randomInt, randomUUID } from 'node:crypto'
import { findKeyword, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { type ApiHeader, type ApiResponse, exampleValue } from '@contract-kit/openapi'
import { judgeHeader, UnsendableError, writeHeaderValue } from '@contract-kit/openapi/wire'
import { wordsOf } from '@contract-kit/resources/words'
import { exampleOf } from '../values/fit.ts'
import { freshText } from '../values/ids.ts'

/** Headers whose values depend on the state, so the sandbox generates them only if required. */
const stateful = new Set([
  'location',
  'content-location',
  'etag',
  'last-modified',
  'link',
  'x-total-count',
  'www-authenticate',
  'set-cookie',
  'allow',
])

/** Headers of the message itself, which the server sets. Bodies have no content coding. */
const ofMessage = new Set(
  'content-type content-length content-encoding transfer-encoding trailer connection keep-alive upgrade date'.split(
    ' ',
  ),
)

/** Values of the documented headers of a response, by lower-case name. Given values win if their schema allows them. */
export function fillHeaders(
  response: ApiResponse | undefined,
  now: number,
  given: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const filled: Record<string, string> = {}
  for (const header of response?.headers ?? []) {
    const name = header.name.toLowerCase()
    if (ofMessage.has(name)) continue
    const known = given[name]
    // A content tag requires content.
    if (name === 'etag' && known === undefined && response?.status.startsWith('2')) continue
    const value =
      known !== undefined && judgeHeader(header, known).length === 0
        ? known
        : header.required || (known === undefined && !stateful.has(name))
          ? valueOf(header, now, response)
          : undefined
    if (value !== undefined) filled[name] = toSendable(value)
  }
  return filled
}

function valueOf(header: ApiHeader, now: number, response: ApiResponse | undefined): string | undefined {
  const fresh = freshValue(header, now, response)
  if (fresh !== undefined && judgeHeader(header, fresh).length === 0) return fresh
  const value = exampleValue(header, 'response') ?? (header.required ? 'example' : null)
  try {
    return writeHeaderValue(header, value)
  } catch (error) {
    if (error instanceof UnsendableError) return undefined
    throw error
  }
}

/** A header value by name. Values that identify the response or a time are never repeated. */
function freshValue(header: ApiHeader, now: number, response: ApiResponse | undefined): string | undefined {
  const { schema, examples } = header
  const name = header.name.toLowerCase()
  const words = wordsOf(header.name).filter((word) => word !== 'x')
  const last = words.at(-1) ?? ''
  if (last === 'id' && ['request', 'correlation', 'trace', 'transaction'].includes(words.at(-2) ?? ''))
    return newId(schema)
  if (name === 'traceparent') return `00-${hex()}-${hex().slice(0, 16)}-01`
  const example = examples[0]?.value ?? (schema && exampleOf(schema))
  if (/^(?:ratelimit|rate_limit)$/.test(words.slice(0, -1).join('_')) && last === 'reset')
    return Number(example) > 1e9 ? String(Math.floor(now / 1000) + 60) : undefined
  if (name === 'retry-after') return example === undefined ? '1' : undefined
  if (name === 'last-modified' || name === 'expires') return new Date(now).toUTCString()
  if (schema !== undefined && findKeyword(schema, 'format') === 'date-time')
    return new Date(now).toISOString()
  if (example !== undefined) return undefined
  if (name === 'cache-control') return 'no-store'
  if (name === 'content-disposition') return `attachment; filename="export.${extensionOf(response)}"`
  return undefined
}

/** An id that matches its schema. */
function newId(schema: SchemaNode | undefined): string | undefined {
  const id = randomUUID()
  return schema === undefined || isValid(schema, id) ? id : freshText([schema], randomInt(2 ** 31))
}

const hex = (): string => randomUUID().replaceAll('-', '')

/** The usual file extension for the content of a response. */
function extensionOf(response: ApiResponse | undefined): string {
  const [, sub = 'json'] = /^[^/]+\/(?:x-|[^;]*\+)?([\w-]+)/.exec(response?.media[0]?.contentType ?? '') ?? []
  return sub === 'plain' ? 'txt' : sub === 'octet-stream' ? 'bin' : sub
}

/** A field value holds no line breaks and, in Node, no characters beyond Latin-1 (RFC 9110, 5.5). */
const toSendable = (value: string): string =>
  /^[\t\x20-\x7e\xa0-\xff]*$/.test(value) ? value : encodeURI(value.replaceAll(/[\r\n]+/g, ' '))
