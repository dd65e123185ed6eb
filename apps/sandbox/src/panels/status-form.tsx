import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAction } from '../parts/use-action.ts'
import { statusChoices } from '../watch/order-lanes.ts'
import type { Order } from '../watch/sandbox-data.ts'

interface StatusFormProps {
  readonly room: ControlRoom
  readonly order: Order
  readonly onSet: () => void
}

/** Sets the status of an order, or shows why it can no longer be set. */
export function StatusForm({ room, order, onSet }: StatusFormProps): JSX.Element {
  const action = useAction()
  const chosen = useSignal('')
  const choices = statusChoices(order)
  const [first] = choices
  if (first === undefined) return <p class="soft">A canceled order stays canceled.</p>
  const status = choices.find((choice) => choice === chosen.value) ?? first
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        const { orderId } = order
        onSet()
        action.run(() => room.act((controls) => controls.setOrderStatus({ orderId, status })))
      }}
    >
      <select
        aria-label={`New status of order ${order.id}`}
        value={status}
        onChange={(event) => (chosen.value = event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <button type="submit" disabled={action.isBusy} aria-label={`Set status of order ${order.id}`}>
        Set status
      </button>
      <Refusal text={action.refusal} />
    </form>
  )
}
