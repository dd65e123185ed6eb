import { constants } from 'node:os'
import type { StartTimer } from '@giftcards/marketplace'

/** How much time a server takes to stop. */
export interface ShutdownSettings {
  /** How long it still takes requests after the first signal, while `/readyz` says no. */
  readonly delayMs: number
  /** How long requests in flight may take after that. */
  readonly graceMs: number
}

/** The steps that stop a server, in this order. */
export interface ShutdownSteps {
  /** Makes `/readyz` say no, so that load balancers send nothing new. */
  drain(): void
  /** Stops accepting requests. Resolves once those in flight have ended, after `graceMs` at the latest. */
  close(graceMs: number): Promise<unknown>
  /** Ends timers, the store and the traces. */
  release(): Promise<unknown>
  exit(code: number): void
}

/** The signals that stop a server. */
export type StopSignal = 'SIGTERM' | 'SIGINT'

/** How long the last steps may take, beyond the grace of requests in flight. */
const releaseMs = 5000

/**
 * Creates the handler of a stop signal. The first signal stops the server in order, with exit code 0, or with 1 where that
 * takes too long or fails. A second one ends it at once, with the status that a shell gives a process ended by that signal.
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
