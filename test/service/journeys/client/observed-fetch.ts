import type { ReceivedAnswer } from '@giftcards/test-harness'

/** One request of a client, as it went out, and what came back. */
export interface Observed {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** Absent as long as there is none. */
  answer?: ReceivedAnswer
}

/** Decides the fate of a request on its way. It may change the headers. */
export type Fate = (headers: Headers, send: () => Promise<Response>) => Promise<Response>

/** A `fetch` that a test can look into. */
export interface ObservedFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Every request, in the order they went out. */
  readonly requests: readonly Observed[]
  /** The requests of one path. */
  to(path: string): readonly Observed[]
  /** As many of a path's requests as were under way at once. */
  mostAtOnce(path: string): number
  /** The next request of a path meets this fate; those after it are carried as usual. */
  next(path: string, fate: Fate): void
}

/** The global `fetch`, observed. */
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
      // Each attempt has its own headers, so a fate changes this one alone.
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

/** The request goes out with a trigger of the sandbox. */
export function withTrigger(trigger: string): Fate {
  return (headers, send) => {
    headers.set('x-sandbox-trigger', trigger)
    return send()
  }
}
