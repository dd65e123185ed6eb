import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pause, ReportLimit } from '@giftcards/marketplace'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestHandler } from 'express'
import { localsOf } from './observe/locals.ts'
import { serviceUnavailable, tooManyRequests } from './wire/api-error.ts'

const windowSeconds = 60

/** A counter for each key in windows of one minute, in real time and in this process's memory. */
export interface RateLimit {
  /** Counts one, and reports the remainder; throws a 429 with `Retry-After` beyond the limit. */
  count(key: string, report: ReportLimit): Promise<void>
  /** Reports an exhausted limit, and throws its 429. Otherwise counts and reports nothing. */
  check(key: string, report: ReportLimit): Promise<void>
  /** Reports the limit as exhausted for a whole window, and throws the 429; counts nothing. */
  refuse(report: ReportLimit): never
  /** Clears all counts. */
  reset(): void
}

/** Limits to `perMinute` under a public name; 0 is unlimited. */
export function createRateLimit(name: string, perMinute: number): RateLimit {
  const create = () => new RateLimiterMemory({ points: Math.max(1, perMinute), duration: windowSeconds })
  let limiter = create()
  const reportLeft = (report: ReportLimit, count: number, ms: number): void => {
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    report({ name, quota: perMinute, windowSeconds, left: { count, seconds } })
  }
  const refuseFor = (report: ReportLimit, ms: number): never => {
    if (perMinute > 0) reportLeft(report, 0, ms)
    throw tooManyRequests(ms)
  }
  return {
    async count(key, report) {
      if (perMinute === 0) return
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(key)
        reportLeft(report, remainingPoints, msBeforeNext)
      } catch (error) {
        if (error instanceof RateLimiterRes) refuseFor(report, error.msBeforeNext)
        throw error
      }
    },
    async check(key, report) {
      const counted = perMinute === 0 ? null : await limiter.get(key)
      if (counted !== null && counted.remainingPoints <= 0) refuseFor(report, counted.msBeforeNext)
    },
    refuse: (report) => refuseFor(report, windowSeconds * 1000),
    reset() {
      limiter = create()
    },
  }
}

/** The rate limits of the partner API. */
export interface RateLimits {
  /** Requests of an application and a session. */
  readonly session: RateLimit
  /** Requests of an application and an address, across all sessions. */
  readonly address: RateLimit
  /** Refused credentials of an address. */
  readonly refusals: RateLimit
  /** Clears all counts. */
  reset(): void
}

/** The most refused credentials of one address in a minute (decision: refused credentials). */
const refusalsPerMinute = 60

/** The most sessions at full rate of one address: a shop's servers send the requests of all its customers. */
const sessionsPerAddress = 20

/** Creates the rate limits from the requests per minute of one session; 0 disables all of them. */
export function createRateLimits(perMinute: number): RateLimits {
  const limits = {
    session: createRateLimit('requests', perMinute),
    address: createRateLimit('address-requests', perMinute * sessionsPerAddress),
    refusals: createRateLimit('refused-credentials', perMinute === 0 ? 0 : refusalsPerMinute),
  }
  return {
    ...limits,
    reset() {
      for (const limit of Object.values(limits)) limit.reset()
    },
  }
}

/** A limited number of places for concurrent work. */
interface Places {
  /** Whether a place is free, for the address if one is given. */
  readonly hasRoom: (address?: string) => boolean
  /** Takes a place even if none is free. */
  take(address: string): void
  giveBack(address: string): void
}

/**
 * Creates `max` places. One address holds at most half, so that it cannot block all others. Half of the default of 256 leaves
 * room for a partner whose proxy sends a hundred requests at one time.
 */
function createPlaces(max: number): Places {
  const perAddress = Math.ceil(max / 2)
  const held = new Map<string, number>()
  let taken = 0
  const change = (address: string, by: 1 | -1): void => {
    taken += by
    const count = (held.get(address) ?? 0) + by
    if (count === 0) held.delete(address)
    else held.set(address, count)
  }
  return {
    hasRoom: (address) => taken < max && (address === undefined || (held.get(address) ?? 0) < perAddress),
    take: (address) => change(address, 1),
    giveBack: (address) => change(address, -1),
  }
}

/** A limit of concurrent work. */
export interface WorkLimit {
  /** Runs work in a place, which is released when the work ends or fails; throws 503 if none is free for the address. */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>
  /** Runs a wait inside of work, and releases its place meanwhile. */
  readonly pause: Pause
  /** Whether work can begin, for the address if one is given. */
  readonly hasRoom: (address?: string) => boolean
}

/**
 * Limits work to `max` at one time, and to half of it for one address. The work of an operation begins once its request was read
 * completely, so a client cannot hold a place by sending slowly. The place is released when the work ends, not when the client
 * disconnects, so clients cannot bypass the limit by disconnecting.
 */
export function createWorkLimit(max: number): WorkLimit {
  const places = createPlaces(max)
  const worksFor = new AsyncLocalStorage<string>()
  return {
    async run(address, work) {
      if (!places.hasRoom(address)) throw serviceUnavailable()
      places.take(address)
      try {
        return await worksFor.run(address, work)
      } finally {
        places.giveBack(address)
      }
    },
    async pause(wait) {
      const address = worksFor.getStore()
      if (address === undefined) return wait()
      places.giveBack(address)
      try {
        return await wait()
      } finally {
        // Even if no place is free: work that has begun must finish.
        places.take(address)
      }
    },
    hasRoom: places.hasRoom,
  }
}

/** The longest time that a client may stop reading a page. */
const readingMs = 30_000

/**
 * Limits responses in transfer to `max` at one time, and to half of it for one address. Pages are large, and clients may read
 * them slowly or not at all. So pages have their own places: a caller who holds all of them does not block the API.
 */
export function limitResponses(max: number): RequestHandler {
  const places = createPlaces(max)
  return (_request, response, next) => {
    const { address } = localsOf(response)
    if (!places.hasRoom(address)) throw serviceUnavailable()
    places.take(address)
    response.once('close', () => places.giveBack(address))
    response.setTimeout(readingMs, () => response.destroy())
    next()
  }
}
