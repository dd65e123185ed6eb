import { performance } from 'node:perf_hooks'
import { checkContract, type CheckContractOptions } from '../src/index.ts'
import { startCpuClock } from './cpu-clock.ts'

/** The rate of requests, in a run or sent again without the checker. */
export interface Rate {
  readonly requests: number
  readonly findings: number
  /** Requests per second of elapsed time. */
  readonly perSecond: number
  /** Requests per second of this process's CPU time. */
  readonly perCpuSecond: number
}

type Send = (request: Request) => Promise<Response>

interface Recorded {
  readonly url: string
  readonly method: string
  readonly headers: [string, string][]
  readonly body: string | null
}

/** Measures the rate of a run with all phases and checks. */
export const measureRun = async (options: CheckContractOptions): Promise<Rate> => {
  const startedAt = performance.now()
  const cpu = startCpuClock()
  const { requests, findings } = await checkContract(options)
  return rateOf(requests, findings.length, performance.now() - startedAt, cpu())
}

/** Records the requests of a run, so that they can be sent again without the checker. */
export const recordRun = async (options: CheckContractOptions, send: Send): Promise<readonly Recorded[]> => {
  const recorded: Recorded[] = []
  const fetch: Send = async (request) => {
    const { url, method, headers } = request
    recorded.push({
      url,
      method,
      headers: [...headers],
      body: method === 'GET' || method === 'HEAD' ? null : await request.clone().text(),
    })
    return send(request)
  }
  await checkContract({ ...options, fetch })
  return recorded
}

/** Measures the rate of the same requests without the checker: only sends them and reads each response completely. */
export const measureBare = async (recorded: readonly Recorded[], send: Send): Promise<Rate> => {
  const startedAt = performance.now()
  const cpu = startCpuClock()
  for (const { url, ...init } of recorded) await (await send(new Request(url, init))).arrayBuffer()
  return rateOf(recorded.length, 0, performance.now() - startedAt, cpu())
}

const rateOf = (requests: number, findings: number, wallMs: number, cpuMs: number): Rate => ({
  requests,
  findings,
  perSecond: Math.round((requests * 1000) / wallMs),
  perCpuSecond: Math.round((requests * 1000) / cpuMs),
})
