import { defaultPathSerializer } from 'openapi-fetch'
import type { OutgoingCall } from './outgoing-call.ts'

/** What the platform's `fetch` takes, but for the signal. */
export interface PreparedRequest {
  readonly url: string
  readonly init: RequestInit
}

/** Prepares the request of a call, the same for each of its attempts. */
export type RequestMaker = (call: OutgoingCall) => PreparedRequest

/** Values that would leave their place in the path: a URL drops `.` and `..`, and nothing would be left of an empty one. */
const misplaced = /^(\.?\.?|undefined|null)$/

/** The name of a header and its value (RFC 9110, 5.1 and 5.5), with what is in neither between them. */
const field = /^[!#-'*+.^-z|~\w-]+\n[\t -~\x80-\xff]*$/

/**
 * Makes requests over openapi-fetch: the styles of parameters are known there, and it is imported here alone. The
 * members of a flat input are sorted into path, query and body, and what has one value only is filled in; the client's
 * headers replace the caller's, of whatever case. Redirects are not followed, as the contract has none.
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
  const namesIn: Record<string, readonly string[]> = {}
  let usual:
    | { readonly token: string | undefined; readonly type: string | undefined; readonly headers: Headers }
    | undefined

  /** Those of a call that brings none of its own are made once for each token. */
  function toHeaders({ options, token }: OutgoingCall, type: string | undefined): Headers {
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
    const body: Record<string, unknown> | undefined = constants ? { ...constants, ...input } : undefined
    for (const name of (namesIn[path] ??= path.match(/\w+(?=})/g) ?? [])) {
      if (misplaced.test(String(input[name]))) throw new TypeError(`invalid ${name}`)
      delete body?.[name]
    }
    const values: Record<string, unknown> = query ? { ...input } : input
    let template: string = path
    for (const name in query) {
      values[name] ??= query[name]
      if (values[name] != null) template += `${template === path ? '?' : '&'}${name}={${name}}`
      delete body?.[name]
    }
    return {
      url: host + defaultPathSerializer(template, values),
      init: {
        method,
        redirect: 'manual',
        body: body ? JSON.stringify(body) : null,
        headers: toHeaders(call, body && 'application/json'),
      },
    }
  }
}
