import type { Control } from './control.ts'
import type { SandboxWire } from '@giftcards/contract/sandbox'
import { latestTime, type ServiceClock } from '../../clock.ts'
import { invalidResponse } from '../../wire/refusal-catalogue.ts'

/** Converts the clock to its wire format. */
export function toClock(clock: ServiceClock): SandboxWire.components['schemas']['Clock'] {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() }
}

/** Shows the service clock. */
export const getClock: Control<'getClock'> = async (_input, { clock }) => ({
  status: 200,
  body: toClock(clock),
})

/** Freezes the service clock or lets it run, from a given moment or from now. */
export const setClock: Control<'setClock'> = async ({ body }, { clock, doDueWork }) => {
  const at = body.now === undefined ? clock.now() : Date.parse(body.now)
  if (Number.isNaN(at)) return invalidResponse('now must not name a leap second')
  if (!isTime(at)) return invalidResponse('now must be between the years 1970 and 9999')
  await clock.set({ frozen: body.frozen, at })
  await doDueWork()
  return { status: 200, body: toClock(clock) }
}

/** Advances the service clock, and responds after all work due by then has run. */
export const advanceClock: Control<'advanceClock'> = async ({ body }, { clock, doDueWork }) => {
  const ms = body.seconds * 1000
  if (!isTime(clock.now() + ms))
    return invalidResponse('seconds must not advance the clock beyond the year 9999')
  await clock.advance(Math.round(ms))
  await doDueWork()
  return { status: 200, body: toClock(clock) }
}

function isTime(ms: number): boolean {
  return ms >= 0 && ms <= latestTime
}

/** Restores the published data. */
export const resetSandbox: Control<'resetSandbox'> = async (_input, { clock, reset }) => {
  await reset()
  return { status: 200, body: toClock(clock) }
}
