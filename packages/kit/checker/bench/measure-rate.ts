import { performance } from 'node:perf_hooks'
import { checkContract, type CheckContractOptions } from '../src/index.ts'
import { startCpuClock } from './cpu-clock.ts'

/** The cost of requests: those of a run, and the same requests sent without the checker. */
export interface Rate {
  readonly requests: number
  readonly findings: number
  /** Requests in one second, by the clock on the wall. */
  readonly perSecond: number
  /** Requests in one second of this process's CPU time. */
  readonly perCpuSecond: number
}

type Send = (request: Request) => Promise<Response>

interface Recorded {
  readonly url: string
  readonly method: string
  readonly headers: [string, string][]
  readonly body: string | null
}

/** How fast a run is with all phases, checks included. */
export const measureRun = async (options: CheckContractOptions): Promise<Rate> => {
  const startedAt = performance.now()
  const cpu = startCpuClock()
  const { requests, findings } = await checkContract(options)
  return rateOf(requests, findings.length, performance.now() - startedAt, cpu())
}

/** The requests of a run, to be sent again without the checker. */
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

/** How fast the same requests are when nothing is made of them but sending, and reading the response to its end. */
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
