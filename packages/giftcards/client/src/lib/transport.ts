import type { PreparedRequest } from './create-request-maker.ts'
import { untilAborted } from './until-aborted.ts'

/** How a request is carried; the global `fetch` unless another is given. */
export type Fetch = (request: Request) => Promise<Response>

/** Carries a request, and reads its answer's body; neither outlasts the signal. */
export interface Transport {
  send(request: PreparedRequest, signal: AbortSignal): Promise<Response>
  read(answer: Response, signal: AbortSignal): Promise<string>
}

/** A transport by the global `fetch`, or by another, of which nobody knows whether it heeds a signal. */
export function createTransport(fetch?: Fetch): Transport {
  const { fetch: usualFetch } = globalThis
  const heed = fetch ? untilAborted : <Value>(work: Promise<Value>) => work
  return {
    send({ url, method, headers, body }, signal) {
      // The contract has no redirects, and a token is not to follow one.
      const init: RequestInit = { method, headers, body, signal, redirect: 'manual' }
      // The platform makes a request of what it is given; handed one, it would make another of that.
      return heed(fetch ? fetch(new Request(url, init)) : usualFetch(url, init), signal)
    },
    read: (answer, signal) => heed(answer.text(), signal),
  }
}
