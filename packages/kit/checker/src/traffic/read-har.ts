import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isObject, type Json, own, tryJson } from '@contract-kit/json-schema/json'
import { ConfigurationError } from '../core/check-options.ts'
import { headerOf, isBodiless, type SeenBody, type SeenExchange } from './seen-exchange.ts'

/** An entry of an HTTP archive as an exchange, or a short reason why it is unusable. */
type HarEntry = SeenExchange | string

/** Reads an HTTP archive (HAR 1.1 and 1.2, with browser extensions). Throws {@link ConfigurationError} if the file is not one. */
export const readHar = async (path: string, cwd: string): Promise<readonly HarEntry[]> => {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`The recording ${path} cannot be read.`, { cause: error })
  })
  const log = own(tryJson(text.replace(/^\uFEFF/, ''))?.value, 'log')
  const entries = own(log, 'entries')
  if (!Array.isArray(entries))
    throw new ConfigurationError(`The recording ${path} is not an HTTP archive (HAR): it has no log.entries.`)
  const messages = entries.flatMap((entry) => [own(entry, 'request'), own(entry, 'response')])
  const shown = new Set(messages.flatMap(headersOf).map(([name]) => name))
  return entries.map((entry) => readEntry(entry, shown))
}

/**
 * Headers that recordings often lack: browsers remove credentials, and add other headers after recording. If a recording contains such a
 * header once, it contains all of them.
 */
const OFTEN_MISSING =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|origin|referer|user-agent|upgrade|range|accept(?:-encoding|-language)?|if-(?:modified-since|none-match))$/

const readEntry = (entry: Json, shown: ReadonlySet<string>): HarEntry => {
  const [request, response] = [own(entry, 'request'), own(entry, 'response')]
  const [method, url] = [textOf(own(request, 'method')).toUpperCase(), textOf(own(request, 'url'))]
  const status = own(response, 'status')
  if (method === '' || url === '' || typeof status !== 'number') return 'no method, URL or status'
  if (own(entry, '_fromCache') !== undefined) return 'from the cache of the browser'
  if (own(response, '_fetchedViaServiceWorker') === true) return 'from a service worker'
  const [requestHeaders, responseHeaders] = [withCookies(request), withMediaType(response)]
  // A browser redirects to https internally (RFC 6797, 8.3).
  if (headerOf(responseHeaders, 'non-authoritative-reason') !== undefined) return 'redirection by the browser'
  const hasNone = [request, response].some((side) => headersOf(side).length === 0)
  return {
    method,
    url,
    requestHeaders,
    requestBody: requestBodyOf(request, requestHeaders),
    status,
    responseHeaders,
    responseBody: isBodiless(method, status) ? 'none' : responseBodyOf(response, responseHeaders, status),
    sentAt: Date.parse(textOf(own(entry, 'startedDateTime'))) || 0,
    elapsedMs: elapsedOf(entry),
    mayHave: (header) => hasNone || (OFTEN_MISSING.test(header) && !shown.has(header)),
  }
}

type Headers = SeenExchange['requestHeaders']

/** Headers without HTTP/2 pseudo-headers. */
const headersOf = (side: Json | undefined): Headers => {
  const headers = own(side, 'headers')
  return (Array.isArray(headers) ? headers : []).flatMap((header) => {
    const [name, value] = [textOf(own(header, 'name')).toLowerCase(), textOf(own(header, 'value'))]
    return name === '' || name.startsWith(':') ? [] : [[name, value] as const]
  })
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : -1)

const withCookies = (request: Json | undefined): Headers => {
  const headers = headersOf(request)
  const cookies = own(request, 'cookies')
  if (headerOf(headers, 'cookie') !== undefined || !Array.isArray(cookies) || cookies.length === 0)
    return headers
  const pairs = cookies.map((cookie) => `${textOf(own(cookie, 'name'))}=${textOf(own(cookie, 'value'))}`)
  return [...headers, ['cookie', pairs.join('; ')]]
}

/** Adds the media type from the archive if there are no headers. */
const withMediaType = (response: Json | undefined): Headers => {
  const headers = headersOf(response)
  const type = textOf(own(own(response, 'content'), 'mimeType'))
  return headers.length > 0 || !/^[^/]+\/./.test(type) ? headers : [['content-type', type]]
}

const requestBodyOf = (request: Json | undefined, headers: Headers): SeenBody => {
  const posted = own(request, 'postData')
  const text = own(posted, 'text')
  const length = Number(headerOf(headers, 'content-length') ?? numberOf(own(request, 'bodySize')))
  if (!isObject(posted))
    return length > 0 || headerOf(headers, 'transfer-encoding') !== undefined ? 'unseen' : 'none'
  // Archives lack form files, and contain only text in an unknown encoding.
  const isOpaque = /^multipart\/|octet-stream/i.test(
    headerOf(headers, 'content-type') ?? textOf(own(posted, 'mimeType')),
  )
  if (
    typeof text !== 'string' ||
    isPartial(posted) ||
    isOpaque ||
    headerOf(headers, 'content-encoding') !== undefined
  )
    return 'unseen'
  const body = Buffer.from(text, own(posted, 'encoding') === 'base64' ? 'base64' : 'utf8')
  if (length <= 0 || body.length === length) return body.length === 0 ? 'none' : body
  // Some browsers store each byte as a character.
  const bytes = Buffer.from(text, 'latin1')
  return bytes.length === length && bytes.toString('latin1') === text ? bytes : 'unseen'
}

const responseBodyOf = (response: Json | undefined, headers: Headers, status: number): SeenBody => {
  const content = own(response, 'content')
  const [text, size] = [own(content, 'text'), numberOf(own(content, 'size'))]
  const length = headerOf(headers, 'content-length')
  if (isPartial(content)) return 'unseen'
  if (typeof text !== 'string') return length === '0' ? 'none' : 'unseen'
  const body = Buffer.from(text, own(content, 'encoding') === 'base64' ? 'base64' : 'utf8')
  if (size > body.length) return 'unseen'
  if (body.length > 0) return body
  // Browsers do not keep the body of a redirect.
  const isLost =
    Number(length) > 0 || numberOf(own(response, 'bodySize')) > 0 || (status >= 300 && status < 400)
  return isLost ? 'unseen' : 'none'
}

/** Whether this checker truncated or masked the body. */
const isPartial = (body: Json | undefined): boolean => own(body, '_partial') === true

/** The time from the first byte sent to the last one received, without connecting. */
const elapsedOf = (entry: Json): number => {
  const timings = own(entry, 'timings')
  const parts = ['send', 'wait', 'receive'].map((name) => Math.max(numberOf(own(timings, name)), 0))
  return isObject(timings)
    ? parts.reduce((sum, part) => sum + part, 0)
    : Math.max(numberOf(own(entry, 'time')), 0)
}
