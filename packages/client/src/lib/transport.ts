import { createQuerySerializer, defaultPathSerializer } from 'openapi-fetch'

/** One request, as the contract describes it. */
export interface TransportRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path template. */
  readonly path: string
  readonly params: {
    readonly path: Readonly<Record<string, unknown>>
    readonly query: Readonly<Record<string, unknown>>
  }
  /** Sent as JSON; `undefined` sends none. */
  readonly body: unknown
  /** Of the same name in another case the last is sent; `undefined` sends none. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** An answer of any status. */
export interface TransportAnswer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON; `undefined` where the body is none. */
  readonly body: unknown
}

/** Sends a request, once each time, and reads the whole answer; rejects only where there is none. */
export type Sending = (signal: AbortSignal) => Promise<TransportAnswer>

/** How a request is carried; the global `fetch` unless another is given. */
export type Fetch = (request: Request) => Promise<Response>

/** The name of a header and its value (RFC 9110, 5.1 and 5.5), with what is in neither between them. */
const field = /^[!#-'*+.^-z|~\w-]+\n[\t -~\x80-\xff]*$/

/**
 * Makes sendings of requests, over openapi-fetch: the styles of parameters are known there, and it is imported
 * here alone. Redirects are not followed, as the contract has none. Throws a `TypeError` where `baseUrl`
 * is no URL, or has more than a path behind its host; a sending is refused with one where a header cannot be sent,
 * without showing it.
 */
export function createTransport(baseUrl: string, fetch?: Fetch): (request: TransportRequest) => Sending {
  // Behind a query or a fragment no path is one; user and password would be shown by the platform's own error.
  if (/[?#\s]|\/\/[^/]*@/.test(baseUrl)) throw new TypeError('invalid baseUrl')
  void new Request(baseUrl)
  const { fetch: usualFetch } = globalThis
  const host = baseUrl.replace(/\/+$/, '')
  const toQuery = createQuerySerializer()

  /** Values of headers that can be sent: most are the same in the next request. */
  const passed: Record<string, string> = {}

  return ({ method, path, params, body, headers }) => {
    const query = toQuery(params.query)
    const url = defaultPathSerializer(host + path, params.path) + (query && `?${query}`)
    const sent: Record<string, string> = {}
    for (const name in headers) {
      const value = headers[name]
      if (value == null) continue
      // The platform's own error would show the value, which may be a token.
      if (passed[name] !== value && !field.test(`${name}\n${value}`))
        throw new TypeError('invalid request header')
      sent[name.toLowerCase()] = passed[name] = value
    }
    const init = {
      method,
      redirect: 'manual',
      body: body ? JSON.stringify(body) : null,
      headers: sent,
    } as const
    return async (signal) => {
      const sending = { ...init, signal }
      // The platform makes a request of what it is given; handed one, it would make another of that.
      const response = await (fetch ? fetch(new Request(url, sending)) : usualFetch(url, sending))
      return { status: response.status, headers: response.headers, body: parse(await response.text()) }
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
