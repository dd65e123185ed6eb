import type { Pause, ReportLimit } from '@giftcards/marketplace'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RequestHandler } from 'express'
import { serviceUnavailable, tooManyRequests } from './wire/api-error.ts'

const windowSeconds = 60

/** Counts per key in windows of one minute, in real time and in the memory of this process. */
export interface RateLimit {
  /** Counts one, and reports what is left; throws a 429 with `Retry-After` beyond the limit. */
  count(key: string, report: ReportLimit): Promise<void>
  /** Reports the limit as used up for a whole window, and throws the 429; counts nothing. */
  refuse(report: ReportLimit): never
  /** Forgets every count. */
  reset(): void
}

/** Limits to `perMinute` under a name that callers see; 0 lets everything pass. */
export function createRateLimit(name: string, perMinute: number): RateLimit {
  const create = () => new RateLimiterMemory({ points: Math.max(1, perMinute), duration: windowSeconds })
  let limiter = create()
  const reportLeft = (report: ReportLimit, count: number, ms: number): void => {
    if (perMinute === 0) return
    const seconds = Math.max(1, Math.ceil(ms / 1000))
    report({ name, quota: perMinute, windowSeconds, left: { count, seconds } })
  }
  return {
    async count(key, report) {
      if (perMinute === 0) return
      try {
        const { remainingPoints, msBeforeNext } = await limiter.consume(key)
        reportLeft(report, remainingPoints, msBeforeNext)
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        reportLeft(report, 0, error.msBeforeNext)
        throw tooManyRequests(error.msBeforeNext)
      }
    },
    refuse(report) {
      reportLeft(report, 0, windowSeconds * 1000)
      throw tooManyRequests(windowSeconds * 1000)
    },
    reset() {
      limiter = create()
    },
  }
}

/** A number of places for work in progress. */
export interface WorkLimit {
  /** Runs work in a place, which is given back when the work ends, however it ends; throws 503 if none is free. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs a wait inside of work, whose place is free meanwhile. */
  readonly pause: Pause
  readonly hasRoom: () => boolean
}

/**
 * Limits work to `max` at one time. Work begins when its request has been read to the end, so a client cannot hold a place by
 * sending slowly. It ends when the work ends, not when the client disconnects. So a client cannot get around the limit by giving
 * up.
 */
export function createWorkLimit(max: number): WorkLimit {
  let running = 0
  return {
    async run(work) {
      if (running >= max) throw serviceUnavailable()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    },
    async pause(wait) {
      running -= 1
      try {
        return await wait()
      } finally {
        // Even where no place is free: what has begun is brought to its end.
        running += 1
      }
    },
    hasRoom: () => running < max,
  }
}

/**
 * Refuses a request before any work if the limit is reached. It takes no place, because a client that still sends could hold the
 * place.
 */
export function shedLoad(work: Pick<WorkLimit, 'hasRoom'>): RequestHandler {
  return (_request, _response, next) => {
    if (!work.hasRoom()) throw serviceUnavailable()
    next()
  }
}

/** How long a client may read nothing of a page. */
const readingMs = 30_000

/**
 * Limits responses in transfer to `max` at one time. Pages are large, and clients may read them slowly or not at all. So
 * pages have places of their own: a caller who takes all of them does not block the API.
 */
export function limitResponses(max: number): RequestHandler {
  let open = 0
  return (_request, response, next) => {
    if (open >= max) throw serviceUnavailable()
    open += 1
    response.once('close', () => {
      open -= 1
    })
    response.setTimeout(readingMs, () => response.destroy())
    next()
  }
}
