import type { CheckResult, ReportedFinding, ShownRequest, ShownResponse } from '../core/check-result.ts'
import type { ReadResponse } from '../core/exchange.ts'
import { version } from '../core/version.ts'

/** HTTP Archive 1.2 of the exchanges in the findings, each after its preceding ones, with masked credentials. */
export const toHar = (result: CheckResult) => toArchive(result.findings.flatMap(toEntries))

/** An archive of entries. */
export const toArchive = (entries: readonly ReturnType<typeof toHarEntry>[]) => ({
  log: { version: '1.2', creator: { name: 'contract-checker', version }, entries },
})

/** An exchange for an archive, with masked credentials. */
interface ArchivedExchange {
  readonly request: ArchivedMessage & { readonly method: string; readonly url: string }
  readonly response: ArchivedMessage & { readonly status: number }
  /** In milliseconds since 1970. */
  readonly sentAt: number
  readonly elapsedMs: number
  readonly comment?: string
}

interface ArchivedMessage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  readonly encoding?: 'base64'
  /** Whether the body is truncated or masked, and thus cannot be judged. */
  readonly isPartial: boolean
}

/** One entry of an archive. The field `_partial` is specific to this checker. */
export const toHarEntry = ({ request, response, sentAt, elapsedMs, comment }: ArchivedExchange) => ({
  startedDateTime: new Date(sentAt).toISOString(),
  time: elapsedMs,
  ...(comment === undefined ? {} : { comment }),
  request: {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listOf(request.headers),
    queryString: queryOf(request.url),
    ...(request.body === '' && !request.isPartial
      ? {}
      : { postData: { mimeType: typeOf(request), text: request.body, ...marksOf(request) } }),
    headersSize: -1,
    bodySize: Buffer.byteLength(request.body, request.encoding),
  },
  response: {
    status: response.status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listOf(response.headers),
    content: {
      size: Buffer.byteLength(response.body, response.encoding),
      mimeType: typeOf(response),
      text: response.body,
      ...marksOf(response),
    },
    redirectURL: response.headers.find(([name]) => name === 'location')?.[1] ?? '',
    headersSize: -1,
    bodySize: -1,
  },
  cache: {},
  timings: { send: 0, wait: elapsedMs, receive: 0 },
})

const typeOf = ({ headers }: ArchivedMessage): string =>
  headers.find(([name]) => name === 'content-type')?.[1] ?? ''

const marksOf = ({ encoding, isPartial }: ArchivedMessage) => ({
  ...(encoding === undefined ? {} : { encoding }),
  ...(isPartial ? { _partial: true } : {}),
})

const toEntries = ({ check, message, sent, exchange, reproduce }: ReportedFinding) => {
  const { earlier, request, response } = reproduce
  const before = earlier.map((step, index) =>
    toShownEntry(step.request, step.response, `leads to ${check}`, exchange?.history[index]?.response),
  )
  if (request === null) return before
  // Without a response, the status is 0, as in browsers.
  const answer = response ?? { status: 0, headers: {}, body: '' }
  const comment = `${check} on ${sent?.operation?.id ?? sent?.path ?? ''}: ${message}`
  return [...before, toShownEntry(request, answer, comment, exchange?.response ?? sent?.silence)]
}

const toShownEntry = (
  { method, url, ...request }: ShownRequest,
  { status, ...response }: ShownResponse,
  comment: string,
  { sentAt = 0, elapsedMs }: Pick<ReadResponse, 'sentAt' | 'elapsedMs'> = { elapsedMs: 0 },
) =>
  toHarEntry({
    request: { method, url, ...toMessage(request) },
    response: { status, ...toMessage(response) },
    sentAt,
    elapsedMs,
    comment,
  })

const toMessage = ({ headers, body }: Pick<ShownResponse, 'headers' | 'body'>): ArchivedMessage => ({
  headers: Object.entries(headers),
  body,
  isPartial: /\*\*\*|…$|^<\d+ bytes>$/.test(body),
})

const queryOf = (url: string) => {
  const at = url.indexOf('?')
  const pairs = at === -1 ? [] : [...new URLSearchParams(url.slice(at + 1))]
  return pairs.map(([name, value]) => ({ name, value }))
}

const listOf = (headers: ArchivedMessage['headers']) => headers.map(([name, value]) => ({ name, value }))
