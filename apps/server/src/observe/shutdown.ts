import { constants } from 'node:os'
import type { StartTimer } from '@giftcards/marketplace'

/** The time limits of a shutdown. */
export interface ShutdownSettings {
  /** How long the server still accepts requests after the first signal, while `/readyz` returns 503. */
  readonly delayMs: number
  /** The time limit of requests in flight after that. */
  readonly graceMs: number
}

/** The steps that stop a server, in this order. */
export interface ShutdownSteps {
  /** Makes `/readyz` return 503, so that load balancers send no new requests. */
  drain(): void
  /** Stops accepting requests. Resolves once those in flight have ended, or after `graceMs`. */
  close(graceMs: number): Promise<unknown>
  /** Closes timers, the store and the traces. */
  release(): Promise<unknown>
  exit(code: number): void
}

/** The signals that stop a server. */
export type StopSignal = 'SIGTERM' | 'SIGINT'

/** The time limit of the last steps, beyond the grace period of requests in flight. */
const releaseMs = 5000

/**
 * Creates the handler of a stop signal. The first signal stops the server gracefully, with exit code 0, or 1 if that fails or
 * takes too long. A second signal ends it at once, with the usual exit code of that signal.
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
