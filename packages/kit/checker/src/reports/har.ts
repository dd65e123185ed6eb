import type { CheckResult, ReportedFinding, ShownRequest, ShownResponse } from '../core/check-result.ts'
import type { Answer } from '../core/exchange.ts'
import { version } from '../core/version.ts'

/** HTTP Archive 1.2 of the exchanges that show the findings, each after the ones that led to it; credentials masked. */
export const toHar = (result: CheckResult) => ({
  log: {
    version: '1.2',
    creator: { name: 'contract-checker', version },
    entries: result.findings.flatMap(toEntries),
  },
})

const toEntries = ({ check, message, sent, exchange, reproduce }: ReportedFinding) => {
  const { earlier, request, response } = reproduce
  const before = earlier.map((step, index) =>
    toEntry(step.request, step.response, `leads to ${check}`, exchange?.history[index]?.answer),
  )
  if (request === null) return before
  // If no response came, the status is 0, as browsers write it.
  const answer = response ?? { status: 0, headers: {}, body: '' }
  const comment = `${check} on ${sent?.operation?.id ?? sent?.path ?? ''}: ${message}`
  return [...before, toEntry(request, answer, comment, exchange?.answer ?? sent?.silence)]
}

const toEntry = (
  request: ShownRequest,
  response: ShownResponse,
  comment: string,
  { sentAt = 0, elapsedMs }: Pick<Answer, 'sentAt' | 'elapsedMs'> = { elapsedMs: 0 },
) => ({
  startedDateTime: new Date(sentAt).toISOString(),
  time: elapsedMs,
  comment,
  request: toHarRequest(request),
  response: toHarResponse(response),
  cache: {},
  timings: { send: 0, wait: elapsedMs, receive: 0 },
})

const toHarRequest = ({ method, url, headers, body }: ShownRequest) => ({
  method,
  url,
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: listOf(headers),
  queryString: queryOf(url),
  ...(body === '' ? {} : { postData: { mimeType: headers['content-type'] ?? '', text: body } }),
  headersSize: -1,
  bodySize: Buffer.byteLength(body),
})

const toHarResponse = ({ status, headers, body }: ShownResponse) => ({
  status,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: listOf(headers),
  content: { size: Buffer.byteLength(body), mimeType: headers['content-type'] ?? '', text: body },
  redirectURL: headers['location'] ?? '',
  headersSize: -1,
  bodySize: -1,
})

const queryOf = (url: string) => {
  const at = url.indexOf('?')
  const pairs = at === -1 ? [] : [...new URLSearchParams(url.slice(at + 1))]
  return pairs.map(([name, value]) => ({ name, value }))
}

const listOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
