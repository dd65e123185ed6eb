import { createQuerySerializer } from 'openapi-fetch'
import type { OutgoingCall } from './outgoing-call.ts'

/** What the platform's `fetch` takes, but for the signal. */
export interface PreparedRequest {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

/** Prepares the request of a call, the same for each of its attempts. */
export type RequestMaker = (call: OutgoingCall) => PreparedRequest

type Nullish<Value> = Value | null | undefined

/** Values that would leave their place in the path: a URL drops `.` and `..`, and nothing would be left of an empty one. */
const misplaced = ['', '.', '..', 'undefined', 'null']

const serializeQuery = createQuerySerializer()

/** The name of a header and its value (RFC 9110, 5.1 and 5.5), with what is in neither between them. */
const field = /^[!#-'*+.^-z|~\w-]+\n[\t -~\x80-\xff]*$/

/**
 * Makes requests over openapi-fetch, which knows how a query is written and is imported here alone; a path of the
 * contract takes plain values only, as the generator sees to. The members of a flat input are sorted into path, query
 * and body, and what has one value only is filled in; the client's headers replace the caller's, of whatever case.
 *
 * Throws a `TypeError` where `baseUrl` is no URL, or has more than a path behind its host; a request is refused with one
 * where a path parameter or a header cannot be sent, without showing it.
 */
export function createRequestMaker(
  baseUrl: string,
  usualHeaders: Readonly<Record<string, string | undefined>>,
): RequestMaker {
  // Behind a query or a fragment no path is one; user and password would be shown by the platform's own error.
  if (/[?#\s]|\/\/[^/]*@/.test(baseUrl)) throw new TypeError('invalid baseUrl')
  void new Request(baseUrl)
  const host = baseUrl.replace(/\/+$/, '')
  /** Each path, cut at its braces: every second part is the name of a parameter. */
  const partsOf: Record<string, readonly string[]> = {}
  let usual:
    | { readonly token: string | undefined; readonly type: Nullish<string>; readonly headers: Headers }
    | undefined

  /** Those of a call that brings none of its own are made once for each token. */
  function toHeaders({ options, token }: OutgoingCall, type: Nullish<string>): Headers {
    const { headers: further, idempotencyKey, requestId } = options
    const isUsual = !(further || idempotencyKey || requestId)
    if (isUsual && usual && usual.token === token && usual.type === type) return usual.headers
    // The platform reads these faster than anything else that it takes.
    const headers = new Headers()
    for (const [name, value] of Object.entries({
      ...further,
      ...usualHeaders,
      'content-type': type,
      authorization: token && `Bearer ${token}`,
      'idempotency-key': idempotencyKey,
      'x-request-id': requestId,
    })) {
      if (value == null) continue
      // The platform's own error would show the value, which may be a token.
      if (!field.test(`${name}\n${value}`)) throw new TypeError('invalid request header')
      headers.set(name, value)
    }
    if (isUsual) usual = { token, type, headers }
    return headers
  }

  return (call) => {
    const { input, row } = call
    // By index: a list that is taken apart runs an iterator.
    const { 0: method, 1: path, 3: constants, 4: query } = row
    const body: Nullish<Record<string, unknown>> = constants && { ...constants, ...input }
    const parts = (partsOf[path] ??= path.split(/[{}]/))
    let url = host + parts[0]
    for (let at = 1; parts[at]; at += 2) {
      const name = parts[at]!
      const value = String(input[name])
      if (misplaced.includes(value)) throw new TypeError(`invalid ${name}`)
      url += encodeURIComponent(value) + parts[at + 1]
      delete body?.[name]
    }
    if (query) {
      const values: Record<string, unknown> = {}
      for (const name in query) {
        values[name] = input[name] ?? query[name]
        delete body?.[name]
      }
      const text = serializeQuery(values)
      if (text) url += `?${text}`
    }
    return {
      url,
      method,
      body: body ? JSON.stringify(body) : null,
      headers: toHeaders(call, body && 'application/json'),
    }
  }
}
