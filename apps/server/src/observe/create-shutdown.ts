import { constants } from 'node:os'
import type { StartTimer } from '@giftcards/marketplace'
import type { ShutdownSettings } from './read-shutdown-settings.ts'

/** What a server does to end, in this order. */
export interface ShutdownSteps {
  /** Says to load balancers that nothing new belongs here. */
  drain(): void
  /** Accepts no more, and resolves once what was in flight has ended, after `graceMs` at the latest. */
  close(graceMs: number): Promise<unknown>
  /** Ends what is left: timers, the store, traces. */
  release(): Promise<unknown>
  exit(code: number): void
}

/** What ends a server. */
export type StopSignal = 'SIGTERM' | 'SIGINT'

/** How long the last steps may take, beyond what requests in flight were granted. */
const releaseMs = 5000

/**
 * Makes what a signal calls: the first one ends the server in order and with 0, or with 1 where that takes too long or
 * fails; a second one ends it at once, with the status that shells give a process ended by that signal.
 */
export function createShutdown(
  { delayMs, graceMs }: ShutdownSettings,
  steps: ShutdownSteps,
  startTimer: StartTimer,
): (signal: StopSignal) => void {
  let isStopping = false

  async function stop(): Promise<void> {
    steps.drain()
    if (delayMs > 0) await new Promise<void>((resolve) => startTimer(delayMs, resolve))
    startTimer(graceMs + releaseMs, () => steps.exit(1))
    await steps.close(graceMs)
    await steps.release()
  }

  return (signal) => {
    if (isStopping) {
      steps.exit(128 + constants.signals[signal])
      return
    }
    isStopping = true
    stop().then(
      () => steps.exit(0),
      () => steps.exit(1),
    )
  }
}
