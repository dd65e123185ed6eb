import { createHash } from 'node:crypto'
import { writeJson } from '@contract-kit/json-schema/json'
import type { ApiOperation, ApiResponse } from '@contract-kit/openapi'
import type { Kind } from '../document/kinds.ts'
import type { Item } from '../state/item.ts'
import { type Call, Refusal, type Reply, textOf } from './call.ts'

/** The entity tag of an item (RFC 9110, 8.8.3). It changes with every update. */
export const tagOf = ({ order, version }: Item): string => `"${order.toString(36)}-${version}"`

/** Version headers of an item, for responses that document them. */
export const versionHeaders = (item: Item): Record<string, string> => ({
  etag: tagOf(item),
  'last-modified': new Date(item.updatedAt).toUTCString(),
})

/** Whether requests for an item may be conditional. If so, its responses always carry the version headers. */
export const hasConditions = ({ resources }: Kind): boolean =>
  resources.some(({ read, replace, patch, remove }) =>
    [read, replace, patch, remove].some(
      (call) => call !== undefined && (call.operation.responses.has('304') || isConditional(call.operation)),
    ),
  )

/** Throws a Refusal if the condition of a change fails, or is required and missing (RFC 9110, 13; RFC 6585, 3). */
export function requireConditions(operation: ApiOperation, call: Call, item: Item | undefined): void {
  if (!isConditional(operation)) return
  const [match, noneMatch] = [textOf(call.headers['if-match']), textOf(call.headers['if-none-match'])]
  const unmodified = timeIn(call, 'if-unmodified-since')
  if (match === undefined && noneMatch === undefined && unmodified === undefined) {
    if (item !== undefined && operation.responses.has('428'))
      throw new Refusal(428, 'The request requires the header If-Match')
    return
  }
  if (match !== undefined) {
    if (item === undefined || !namesTag(match, tagOf(item), true))
      throw new Refusal(412, 'The item has changed since the version of If-Match')
  } else if (unmodified !== undefined && (item === undefined || secondsOf(item.updatedAt) > unmodified))
    throw new Refusal(412, 'The item has changed since the time of If-Unmodified-Since')
  if (noneMatch !== undefined && item !== undefined && namesTag(noneMatch, tagOf(item), false))
    throw new Refusal(412, 'The item exists already, or has the version of If-None-Match')
}

/** Whether the caller has the current version and the document has a 304. */
export function isNotModified({ responses }: ApiOperation, call: Call, item: Item): boolean {
  if (!responses.has('304')) return false
  const noneMatch = textOf(call.headers['if-none-match'])
  // With an entity tag, the time is ignored (RFC 9110, 13.1.3).
  if (noneMatch !== undefined) return namesTag(noneMatch, tagOf(item), false)
  const since = timeIn(call, 'if-modified-since')
  return since !== undefined && secondsOf(item.updatedAt) <= since
}

/**
 * Adds a content-based entity tag to lists and examples, if the document has tags. Responds with 304 if the caller already has the content.
 */
export function withContentTag(operation: ApiOperation, call: Call, reply: Reply): Reply {
  const { status, body, headers = {} } = reply
  const response = operation.responses.get(String(status))
  const hasTag = documents(response, 'etag') || operation.responses.has('304')
  if (!hasTag || operation.method !== 'GET' || status !== 200 || body === undefined) return reply
  const tag = headers['etag'] ?? contentTag(reply)
  const noneMatch = textOf(call.headers['if-none-match'])
  if (noneMatch !== undefined && operation.responses.has('304') && namesTag(noneMatch, tag, false)) {
    const kept = ['etag', 'last-modified', 'cache-control', 'vary', 'content-location']
    const same = Object.entries(headers).filter(([name]) => kept.includes(name) || name.startsWith('x-'))
    return { status: 304, headers: { ...Object.fromEntries(same), etag: tag } }
  }
  return { ...reply, headers: { ...headers, etag: tag } }
}

function contentTag({ body, mediaType = '' }: Reply): string {
  const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : writeJson(body)
  return `"${createHash('sha1').update(mediaType).update(bytes).digest('base64url')}"`
}

const isConditional = ({ parameters, responses }: ApiOperation): boolean =>
  responses.has('412') ||
  responses.has('428') ||
  parameters.some(
    ({ in: place, name }) => place === 'header' && /^if-(?:none-match|match|unmodified-since)$/i.test(name),
  )

/** Whether a list of entity tags matches a tag. In strong comparison, a weak tag never matches (RFC 9110, 8.8.3.2). */
export function namesTag(list: string, current: string, isStrong: boolean): boolean {
  if (list.trim() === '*') return true
  // A tag may contain commas.
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => (isStrong ? tag : tag.replace(/^W\//, '')) === current.replace(/^W\//, ''))
}

/** The time of a header in seconds; undefined if missing or invalid (RFC 9110, 13.1.3 and 13.1.4). */
function timeIn(call: Call, name: string): number | undefined {
  const text = textOf(call.headers[name])
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : secondsOf(time)
}

const secondsOf = (milliseconds: number): number => Math.floor(milliseconds / 1000)

/** Whether a response documents a header. */
export const documents = (response: ApiResponse | undefined, name: string): boolean =>
  response?.headers.some((header) => header.name.toLowerCase() === name) === true
