/** Headers as an HTTP archive has them. */
export const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

interface EntryParts {
  readonly entry?: object
  readonly request?: object
  readonly response?: object
  readonly content?: object
}

/** An entry of an HTTP archive, as a browser writes it: a GET of a list, which is empty. */
export const createEntry = ({ entry, request, response, content }: EntryParts = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 90,
  request: {
    method: 'GET',
    url: 'https://api.test/memos',
    httpVersion: 'http/2.0',
    headers: headersOf({ ':authority': 'api.test', ':path': '/memos', accept: '*/*', 'X-Key': 'k-1' }),
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: 0,
    ...request,
  },
  response: {
    status: 200,
    statusText: '',
    httpVersion: 'http/2.0',
    headers: headersOf({ 'Content-Type': 'application/json' }),
    cookies: [],
    content: { size: 2, mimeType: 'application/json', text: '[]', ...content },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _transferSize: 120,
    ...response,
  },
  cache: {},
  timings: { blocked: 50, dns: -1, connect: 20, send: 1, wait: 15, receive: 4, _queued: 1 },
  _initiator: { type: 'script' },
  ...entry,
})
