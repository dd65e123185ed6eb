import type { ReceivedAnswer } from '@giftcards/test-harness'

/** One request of a client, as it was sent, and its response. */
export interface Observed {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** Absent until the response has arrived. */
  answer?: ReceivedAnswer
}

/** Decides what happens to a request. It may change the headers. */
export type Fate = (headers: Headers, send: () => Promise<Response>) => Promise<Response>

/** A `fetch` that a test can inspect. */
export interface ObservedFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Every request, in the order of sending. */
  readonly requests: readonly Observed[]
  /** Returns the requests of one path. */
  to(path: string): readonly Observed[]
  /** Returns the highest number of concurrent requests of a path. */
  mostAtOnce(path: string): number
  /** Applies a fate to the next request of a path. Later requests are sent as usual. */
  next(path: string, fate: Fate): void
}

/** Creates an observed wrapper of the global `fetch`. */
export function createObservedFetch(): ObservedFetch {
  const requests: Observed[] = []
  const fates = new Map<string, Fate>()
  const underWay = new Map<string, { now: number; most: number }>()
  return {
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    mostAtOnce: (path) => underWay.get(path)?.most ?? 0,
    next: (path, fate) => void fates.set(path, fate),
    async fetch(url, init) {
      const path = new URL(url).pathname
      // Each attempt has its own headers, so a fate changes only this attempt.
      const headers = new Headers(init.headers)
      const observed: Observed = { method: init.method ?? 'GET', path, headers }
      requests.push(observed)
      const count = underWay.get(path) ?? { now: 0, most: 0 }
      underWay.set(path, count)
      count.most = Math.max(count.most, ++count.now)
      const fate = fates.get(path)
      fates.delete(path)
      try {
        const send = () => fetch(url, { ...init, headers })
        const response = await (fate === undefined ? send() : fate(headers, send))
        const { status } = response
        observed.answer = { status, headers: response.headers, text: await response.clone().text() }
        return response
      } finally {
        count.now--
      }
    },
  }
}

/** The request reaches the service, and its response is lost. */
export const loseAnswer: Fate = async (_headers, send) => {
  await send()
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}

/** Sends the request with a trigger of the sandbox. */
export function withTrigger(trigger: string): Fate {
  return (headers, send) => {
    headers.set('x-sandbox-trigger', trigger)
    return send()
  }
}
