import type { TimedResponse } from '../http/transport.ts'
import type { ApiOperation } from '@contract-kit/openapi'

/** Ends a run early, with all its findings; its message gives the reason, in the middle of a sentence. */
export class StopRun extends Error {
  override readonly name = 'StopRun'
}

/** The limits on the speed and the number of requests. */
export interface PaceLimits {
  /** Requests under way at once. */
  readonly workers: number
  /** Requests a second. */
  readonly rateLimit: number
  /** Requests of the whole run. */
  readonly maxRequests: number
  readonly maxRequestsPerOperation: number
  /** Longest pause that the server may request, in milliseconds. */
  readonly maxPauseMs: number
  /** Time at which the run ends, on the clock of `performance.now()`. */
  readonly deadline: number
  /** The reason why the run must end, in the middle of a sentence; undefined while it may go on. */
  readonly stopReason?: () => string | undefined
  readonly now: () => number
}

/** The number of times that a request is sent again after a pause. */
const RETRIES = 2

/** Delays requests by the requested rate, by the budget, and for as long as the server asks. */
export class Pace {
  readonly #limits: PaceLimits
  readonly #byOperation = new Map<string, number>()
  /** Operations that were limited even after a pause: waiting for them is useless. */
  readonly #limited = new Set<string>()
  readonly #queue: (() => void)[] = []
  #sent = 0
  #underWay = 0
  #nextAt = 0

  constructor(limits: PaceLimits) {
    this.#limits = limits
  }

  /**
   * Waits until the next request may be sent; {@link release} lets the one after it go. False if the operation has had its share;
   * throws {@link StopRun} if the run has had its own, or its time is up.
   */
  async admit(operation: ApiOperation | undefined): Promise<boolean> {
    const { maxRequests, maxRequestsPerOperation, rateLimit, deadline, stopReason, now } = this.#limits
    const reason = stopReason?.()
    if (reason !== undefined) throw new StopRun(reason)
    if (now() > deadline) throw new StopRun('the time limit of the run was reached')
    if (this.#sent >= maxRequests)
      throw new StopRun(`the ${maxRequests} requests that the run may send were sent`)
    const own = operation === undefined ? 0 : (this.#byOperation.get(operation.id) ?? 0)
    if (own >= maxRequestsPerOperation) return false
    if (operation !== undefined) this.#byOperation.set(operation.id, own + 1)
    this.#sent += 1
    if (this.#underWay < this.#limits.workers) this.#underWay += 1
    else await new Promise<void>((resolve) => void this.#queue.push(resolve))
    const pause = Math.max(0, this.#nextAt - now())
    if (Number.isFinite(rateLimit)) this.#nextAt = now() + pause + 1000 / rateLimit
    if (pause > 0) await new Promise<void>((resolve) => void setTimeout(resolve, pause))
    return true
  }

  /** Reports that an admitted request got its response, or never will. */
  release(): void {
    // The slot goes to the request that has waited longest, before any other can take it.
    const next = this.#queue.shift()
    if (next === undefined) this.#underWay -= 1
    else next()
  }

  /** Whether an operation has had its share of requests. */
  isSpent({ id }: ApiOperation): boolean {
    return (this.#byOperation.get(id) ?? 0) >= this.#limits.maxRequestsPerOperation
  }

  /**
   * Whether to send a request again because the server asked for a pause (RFC 9110, 10.2.3): after 429 or 503 with `Retry-After`. The run
   * sends nothing else in the meantime.
   */
  shouldRetry(operation: ApiOperation | undefined, response: TimedResponse, retries: number): boolean {
    const { deadline, maxPauseMs, now } = this.#limits
    const pauseMs = pauseOf(response)
    const id = operation?.id ?? ''
    if (pauseMs === undefined || this.#limited.has(id)) return false
    if (retries >= RETRIES) this.#limited.add(id)
    if (retries >= RETRIES || pauseMs > maxPauseMs || now() + pauseMs > deadline) return false
    this.#nextAt = Math.max(this.#nextAt, now() + pauseMs)
    return true
  }
}

/** The pause that the server requests, in milliseconds; a date counts from now. */
const pauseOf = ({ status, headers }: TimedResponse): number | undefined => {
  if (status !== 429 && status !== 503) return undefined
  const text = headers.find(([name]) => name === 'retry-after')?.[1].trim()
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
