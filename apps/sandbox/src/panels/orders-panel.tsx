import type { JSX } from 'preact'
import type { ControlRoom } from '../control-room.ts'
import { Panel } from '../parts/panel.tsx'
import type { ClockReading } from '../watch/clock-reading.ts'
import { type OrderLane, toLanes } from '../watch/order-lanes.ts'
import type { OrderTrails } from '../watch/order-trails.ts'
import type { Snapshot } from '../watch/sandbox-data.ts'
import { type OpenedOrders, useOpenedOrders } from './opened-orders.ts'
import { OrderCard } from './order-card.tsx'
import { PurchaseHint } from './purchase-hint.tsx'

interface OrdersProps {
  readonly room: ControlRoom
  readonly snapshot: Pick<Snapshot, 'orders' | 'orderCount'>
  readonly trails: OrderTrails
  readonly clock: ClockReading
}

/** The orders, in a lane for each status; an order moves from lane to lane. */
export function OrdersPanel({ room, snapshot, trails, clock }: OrdersProps): JSX.Element {
  const opened = useOpenedOrders()
  const { orders, orderCount } = snapshot
  const note =
    orderCount > orders.length ? `the newest ${orders.length} of ${orderCount}` : String(orderCount)
  return (
    <Panel title="Orders" note={note}>
      {orders.length === 0 ? <PurchaseHint /> : null}
      <div class="lanes" role="group" aria-label="Orders by status" tabIndex={0}>
        {toLanes(orders).map((lane) => (
          <Lane key={lane.status} lane={lane} opened={opened} room={room} trails={trails} clock={clock} />
        ))}
      </div>
    </Panel>
  )
}

interface LaneProps extends Omit<OrdersProps, 'snapshot'> {
  readonly lane: OrderLane
  readonly opened: OpenedOrders
}

function Lane({ lane, opened, room, trails, clock }: LaneProps): JSX.Element {
  const id = `lane-${lane.status.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
  return (
    <section class={lane.orders.length === 0 ? `lane ${id} vacant` : `lane ${id}`} aria-labelledby={id}>
      <h3 id={id}>
        {lane.status} <span class="tally">{lane.orders.length}</span>
      </h3>
      <ul>
        {lane.orders.map((order) => (
          <OrderCard
            key={order.orderId}
            opened={opened}
            room={room}
            order={order}
            trail={trails.get(order.orderId) ?? []}
            clock={clock}
          />
        ))}
      </ul>
    </section>
  )
}
