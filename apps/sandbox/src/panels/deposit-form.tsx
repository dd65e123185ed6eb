import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAction } from '../parts/use-action.ts'

/** Adds money to a drawdown account. */
export function DepositForm({
  room,
  email,
}: {
  readonly room: ControlRoom
  readonly email: string
}): JSX.Element {
  const action = useAction()
  const amount = useSignal('250')
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        const deposit = { email, amount: Number(amount.value) }
        action.run(() => room.act((controls) => controls.depositToDrawdown(deposit)))
      }}
    >
      <input
        type="number"
        min="0.01"
        max="1000000"
        step="0.01"
        required
        aria-label="Dollars to deposit"
        value={amount.value}
        onInput={(event) => (amount.value = event.currentTarget.value)}
      />
      <button type="submit" disabled={action.isBusy}>
        Deposit
      </button>
      <Refusal text={action.refusal} />
    </form>
  )
}
