import { toClock } from './clock.ts'
import type { Control } from './control.ts'

/** Puts the published data back. */
export const resetSandbox: Control<'resetSandbox'> = async (_input, { clock, reset }) => {
  await reset()
  return { status: 200, body: toClock(clock) }
}
