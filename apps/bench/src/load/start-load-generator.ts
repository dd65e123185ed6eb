import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { LoadJob, LoadPlan, LoadResult } from './load-plan.ts'
import type { LoadOrder, LoadReport } from './load-process.ts'

/** Sends the requests from a process of its own, so it takes nothing from the measured process except a core. */
export interface LoadGenerator {
  /** Keeps a plan under a name. */
  setPlan(name: string, plan: LoadPlan): Promise<void>
  /** Drives a plan; rejects if a response was not the expected one: a figure of wrong responses is none. */
  run(job: LoadJob): Promise<LoadResult>
  stop(): void
}

/** Starts a load generator; it takes one order at a time. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { env: { PATH: process.env['PATH'] } })
  const ended = once(child, 'exit').then(() => undefined)
  const give = async (order: LoadOrder): Promise<LoadReport> => {
    const answered = once(child, 'message')
    child.send(order)
    const first = await Promise.race([answered, ended])
    if (first === undefined) throw new Error('The load generator has ended')
    const [report] = first as [LoadReport]
    if (report.kind === 'failed') throw new Error(report.message)
    return report
  }
  return {
    async setPlan(name, plan) {
      await give({ kind: 'plan', name, plan })
    },
    async run(job) {
      const report = await give({ kind: 'job', job })
      if (report.kind !== 'done') throw new Error('The load generator did not do its job')
      const { failures, requests, firstFailure } = report.result
      if (failures > 0) {
        throw new Error(
          `${failures} of ${requests} responses were not the expected ones, first ${firstFailure}`,
        )
      }
      return report.result
    },
    stop: () => child.disconnect(),
  }
}
