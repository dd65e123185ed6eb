import type { TimedResponse } from '../http/transport.ts'
import type { ApiOperation } from '@contract-kit/openapi'

/** Ends a run early and keeps its findings. The message is the reason, as part of a sentence. */
export class StopRun extends Error {
  override readonly name = 'StopRun'
}

/** Limits on the speed and number of requests. */
export interface PaceLimits {
  /** Maximum number of parallel requests. */
  readonly workers: number
  /** Maximum number of requests per second. */
  readonly rateLimit: number
  /** Maximum number of requests of the run. */
  readonly maxRequests: number
  readonly maxRequestsPerOperation: number
  /** Maximum pause that the server may request, in milliseconds. */
  readonly maxPauseMs: number
  /** Time at which the run ends, on the clock of `performance.now()`. */
  readonly deadline: number
  /** The reason why the run must end, as part of a sentence; undefined while it may continue. */
  readonly stopReason?: () => string | undefined
  readonly now: () => number
}

/** Maximum number of retries after a pause. */
const RETRIES = 2

/** Delays requests by rate, budget, and pauses that the server requests. */
export class Pace {
  readonly #limits: PaceLimits
  readonly #byOperation = new Map<string, number>()
  /** Operations that were rate-limited again after a pause, so waiting is useless. */
  readonly #limited = new Set<string>()
  readonly #queue: (() => void)[] = []
  #sent = 0
  #underWay = 0
  #nextAt = 0

  constructor(limits: PaceLimits) {
    this.#limits = limits
  }

  /**
   * Waits until a request may be sent; {@link release} admits the next one. Resolves with false if the operation's budget is used up.
   * Throws {@link StopRun} if the run's budget or time is used up.
   */
  async admit(operation: ApiOperation | undefined): Promise<boolean> {
    const { maxRequests, maxRequestsPerOperation, rateLimit, deadline, stopReason, now } = this.#limits
    const reason = stopReason?.()
    if (reason !== undefined) throw new StopRun(reason)
    if (now() > deadline) throw new StopRun('the time limit of the run was reached')
    if (this.#sent >= maxRequests) throw new StopRun(`the limit of ${maxRequests} requests was reached`)
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

  /** Reports that an admitted request has ended, with or without a response. */
  release(): void {
    // The slot goes directly to the longest waiting request.
    const next = this.#queue.shift()
    if (next === undefined) this.#underWay -= 1
    else next()
  }

  /** Whether an operation's budget is used up. */
  isSpent({ id }: ApiOperation): boolean {
    return (this.#byOperation.get(id) ?? 0) >= this.#limits.maxRequestsPerOperation
  }

  /** Whether to retry a request after a pause (RFC 9110, 10.2.3): 429 or 503 with `Retry-After`. The run sends nothing during the pause. */
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

/** The requested pause in milliseconds; a date counts from now. */
const pauseOf = ({ status, headers }: TimedResponse): number | undefined => {
  if (status !== 429 && status !== 503) return undefined
  const text = headers.find(([name]) => name === 'retry-after')?.[1].trim()
  if (text === undefined) return undefined
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
