import { type Environment, readInteger } from '../config/read-variable.ts'

/** How a server ends. */
export interface ShutdownSettings {
  /** From the first signal, how long requests are still taken while `/readyz` says no; 0 by default. */
  readonly delayMs: number
  /** From then on, how long requests in flight may take; 10 s by default. */
  readonly graceMs: number
}

/** Reads `SHUTDOWN_DELAY_SECONDS` and `SHUTDOWN_GRACE_SECONDS`; throws a `ConfigError` where one is wrong. */
export function readShutdownSettings(env: Environment): ShutdownSettings {
  const ms = (name: string, fallback: number): number =>
    readInteger(env, name, { fallback, min: 0, max: 300 }) * 1000
  return { delayMs: ms('SHUTDOWN_DELAY_SECONDS', 0), graceMs: ms('SHUTDOWN_GRACE_SECONDS', 10) }
}
