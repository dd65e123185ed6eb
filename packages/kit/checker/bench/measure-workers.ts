import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { checkContract, type CheckContractOptions } from '../src/index.ts'

/** The result of a run against a slow server. */
export interface WorkersRate {
  readonly requests: number
  readonly findings: number
  readonly elapsedMs: number
  /** The minimum time for the same requests one after another, in milliseconds. */
  readonly serialMs: number
  /** The maximum number of requests in flight at once. */
  readonly peak: number
}

type Send = (request: Request) => Promise<Response>

/** Checks a server that delays each response. Does not reset the server, because a reset allows only one worker. */
export const measureWorkers = async (
  { fetch, ...options }: Omit<CheckContractOptions, 'fetch' | 'reset'> & { readonly fetch: Send },
  delayMs: number,
): Promise<WorkersRate> => {
  let inFlight = 0
  let peak = 0
  const delayed: Send = async (request) => {
    inFlight += 1
    peak = Math.max(peak, inFlight)
    await wait(delayMs)
    inFlight -= 1
    return fetch(request)
  }
  const startedAt = performance.now()
  const { requests, findings } = await checkContract({ ...options, fetch: delayed })
  const elapsedMs = performance.now() - startedAt
  return { requests, findings: findings.length, elapsedMs, serialMs: requests * delayMs, peak }
}
