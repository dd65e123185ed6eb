import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { formatMoment } from '../format/moment.ts'
import { Panel } from '../parts/panel.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { pageTime } from '../parts/ticker.ts'
import { type Action, useAction } from '../parts/use-action.ts'
import { type ClockReading, serviceTime } from '../watch/clock-reading.ts'

interface ClockProps {
  readonly room: ControlRoom
  readonly clock: ClockReading
}

const unitSeconds = { minutes: 60, hours: 3600, days: 86_400 } as const

/** The service clock, with controls to freeze and advance it. */
export function ClockPanel({ room, clock }: ClockProps): JSX.Element {
  const action = useAction()
  const advance = (seconds: number) =>
    action.run(() => room.act((controls) => controls.advanceClock({ seconds })))
  return (
    <Panel title="Clock" note={clock.isFrozen ? 'frozen' : 'running'}>
      <ClockFace clock={clock} />
      <div class="row">
        <button
          type="button"
          disabled={action.isBusy}
          onClick={() =>
            action.run(() => room.act((controls) => controls.setClock({ frozen: !clock.isFrozen })))
          }
        >
          {clock.isFrozen ? 'Run clock' : 'Freeze clock'}
        </button>
        <button type="button" disabled={action.isBusy} onClick={() => advance(3600)}>
          +1 h
        </button>
        <button type="button" disabled={action.isBusy} onClick={() => advance(86_400)}>
          +24 h
        </button>
      </div>
      <AdvanceForm action={action} advance={advance} />
      <Refusal text={action.refusal} />
    </Panel>
  )
}

function ClockFace({ clock }: { readonly clock: ClockReading }): JSX.Element {
  const now = serviceTime(clock, pageTime.value)
  const [day = '', time = ''] = formatMoment(now).split(' ')
  return (
    <p class={clock.isFrozen ? 'clock-face frozen' : 'clock-face'}>
      <time dateTime={new Date(now).toISOString()}>
        <span class="clock-day">{day}</span> <span class="clock-time">{time}</span>
      </time>{' '}
      <span class="clock-zone">UTC</span>
    </p>
  )
}

function AdvanceForm(props: { readonly action: Action; advance(seconds: number): void }): JSX.Element {
  const amount = useSignal('10')
  const unit = useSignal<keyof typeof unitSeconds>('minutes')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        props.advance(Number(amount.value) * unitSeconds[unit.value])
      }}
    >
      <input
        type="number"
        min="1"
        max="10000"
        step="1"
        required
        aria-label="Amount to advance"
        value={amount.value}
        onInput={(event) => (amount.value = event.currentTarget.value)}
      />
      <select
        aria-label="Unit to advance by"
        value={unit.value}
        onChange={(event) => (unit.value = event.currentTarget.value as keyof typeof unitSeconds)}
      >
        {Object.keys(unitSeconds).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="submit" disabled={props.action.isBusy}>
        Advance
      </button>
    </form>
  )
}
