import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { formatMoney } from '../format/money.ts'
import { formatPercentOff } from '../format/percent-off.ts'
import { Panel } from '../parts/panel.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import type { InventoryRow } from '../watch/sandbox-data.ts'
import { bucketKey, stockScale } from '../watch/stock-scale.ts'
import { StockForm } from './stock-form.tsx'

interface StockProps {
  readonly room: ControlRoom
  readonly inventory: readonly InventoryRow[]
}

/** The stock, with one bar for each kind of card: available, and reserved by carts. All bars share one scale. */
export function StockPanel({ room, inventory }: StockProps): JSX.Element {
  const scale = stockScale(inventory)
  return (
    <Panel title="Stock" note={<StockLegend scale={scale} />}>
      <ScrollArea label="Stock by kind of card">
        <table class="stock">
          <thead>
            <tr>
              <th scope="col">Card</th>
              <th scope="col">Stock</th>
              <th scope="col" class="figure">
                Available
              </th>
              <th scope="col" class="figure">
                Reserved
              </th>
            </tr>
          </thead>
          <tbody>
            {inventory.map((row) => (
              <StockRow key={bucketKey(row)} row={row} scale={scale} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <StockForm room={room} inventory={inventory} />
    </Panel>
  )
}

function StockLegend({ scale }: { readonly scale: number }): JSX.Element {
  return (
    <span class="legend" aria-hidden="true">
      <span class="swatch available" /> available <span class="swatch reserved" /> reserved, a full bar is{' '}
      {scale} cards
    </span>
  )
}

function StockRow({ row, scale }: { readonly row: InventoryRow; readonly scale: number }): JSX.Element {
  return (
    <tr>
      <th scope="row">
        <span class="merchant">{row.merchantName}</span>{' '}
        <span class="soft">
          {formatMoney(row.faceValue)} {row.type} {formatPercentOff(row.percentOff)}
          {row.isLowRisk ? ', low risk' : ''}
        </span>
      </th>
      <td>
        <StockBar row={row} scale={scale} />
      </td>
      <td class="figure">{row.available}</td>
      <td class={row.reserved > 0 ? 'figure strong' : 'figure soft'}>{row.reserved}</td>
    </tr>
  )
}

/** Hidden from screen readers, because the figures beside it say the same. */
function StockBar({ row, scale }: { readonly row: InventoryRow; readonly scale: number }): JSX.Element {
  const share = (count: number): string => (count === 0 ? '0' : `max(2px, ${(count / scale) * 100}%)`)
  return (
    <div class="bar" aria-hidden="true">
      <span class="available" style={{ width: share(row.available) }} />
      <span class="reserved" style={{ width: share(row.reserved) }} />
    </div>
  )
}
