import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { formatMoney } from '../format/money.ts'
import { formatPercentOff } from '../format/percent-off.ts'
import { Refusal } from '../parts/refusal.tsx'
import { useAction } from '../parts/use-action.ts'
import { isCardType } from '../watch/card-type.ts'
import type { InventoryRow } from '../watch/sandbox-data.ts'
import { bucketKey } from '../watch/stock-scale.ts'

interface StockFormProps {
  readonly room: ControlRoom
  readonly inventory: readonly InventoryRow[]
}

/** Sets the number of cards of one kind. */
export function StockForm({ room, inventory }: StockFormProps): JSX.Element {
  const action = useAction()
  const chosen = useSignal('')
  const onHand = useSignal('0')
  const row = inventory.find((candidate) => bucketKey(candidate) === chosen.value) ?? inventory[0]
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        if (row === undefined || !isCardType(row.type)) return
        const { merchantId, faceValue, percentOff, type, isLowRisk } = row
        const kind = { merchantId, faceValue, percentOff, type, isLowRisk }
        action.run(() =>
          room.act((controls) => controls.setInventory({ ...kind, onHand: Number(onHand.value) })),
        )
      }}
    >
      <select
        aria-label="Kind of card"
        value={row === undefined ? '' : bucketKey(row)}
        onChange={(event) => (chosen.value = event.currentTarget.value)}
      >
        {inventory.map((candidate) => (
          <option key={bucketKey(candidate)} value={bucketKey(candidate)}>
            {describeKind(candidate)}
          </option>
        ))}
      </select>
      <input
        type="number"
        min="0"
        max="1000000"
        step="1"
        required
        aria-label="Cards on hand"
        value={onHand.value}
        onInput={(event) => (onHand.value = event.currentTarget.value)}
      />
      <button type="submit" disabled={action.isBusy}>
        Set stock
      </button>
      <Refusal text={action.refusal} />
    </form>
  )
}

function describeKind({ merchantName, faceValue, percentOff, type, isLowRisk }: InventoryRow): string {
  const kind = `${merchantName} ${formatMoney(faceValue)} ${type} ${formatPercentOff(percentOff)}`
  return isLowRisk ? `${kind}, low risk` : kind
}
