import { performance } from 'node:perf_hooks'
import { collectWhenIdle } from './collect-when-idle.ts'
import { startTimer } from './start-timer.ts'

/**
 * Has the process give back what its start has left behind, once it is at rest. Does nothing unless Node was started with
 * `--expose-gc`, as `npm start` and the image do.
 */
export function collectStartGarbage(): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let last = performance.eventLoopUtilization()
  const busyShare = (): number => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
  collectWhenIdle(() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }), {
    startTimer,
    busyShare,
  })
}
