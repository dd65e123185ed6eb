import { vi } from 'vitest'
import type { ClientEvent } from './client-event.ts'
import type { PartnerClientOptions } from './client-options.ts'
import { answerWith, emptyCart, refuseWith, type Script, token } from './scripted-service.fixture.ts'
import { startScripted, storeOf } from './start-scripted.fixture.ts'

/** What becomes of one request. */
export type Fate = () => Response | Promise<Response>

export const busy: Fate = () => refuseWith(503, 'internal_error', 'Service unavailable')
export const broken: Fate = () => refuseWith(500, 'internal_error', 'Internal server error')
export const lose: Fate = () =>
  Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } }))
export const never: Fate = () => new Promise<Response>(() => undefined)

/** A request too many, which may come again after some seconds or at a date. */
export const limited = (retryAfter: string): Response =>
  refuseWith(429, 'rate_limited', 'Too many requests', { 'retry-after': retryAfter })

/** Answers the first requests by the given fates, in turn, and all others with success. */
export function answering(...fates: readonly Fate[]): Script {
  return async (_request, { requests }) =>
    (await fates[requests.length - 1]?.()) ?? answerWith(200, { ...emptyCart, buyOrder: { orderId: 'o' } })
}

/** A client that repeats as usual and has a session, with the events it tells and the pauses among them. */
export function startRepeating(script: Script, options: Partial<PartnerClientOptions> = {}) {
  const events: ClientEvent[] = []
  const logger = (event: ClientEvent) => void events.push(event)
  const { client, service } = startScripted(script, {
    tokenStore: storeOf(token(1)),
    retry: {},
    logger,
    ...options,
  })
  const delays = () => events.flatMap((event) => (event.kind === 'retry' ? [event.delayMs] : []))
  return { client, service, events, delays }
}

/** Stops the clock and the dice, until `resumeTime`. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
}

export function resumeTime(): void {
  vi.useRealTimers()
  vi.restoreAllMocks()
}

/** Lets every timer run until a call has settled, and answers how it did. */
export async function settle<Value>(call: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const outcome = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  return (await outcome)[0]
}
