import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ControlRoom } from '../control-room.ts'
import { formatCount } from '../format/count.ts'
import { formatMoney } from '../format/money.ts'
import { formatNearby } from '../format/moment.ts'
import { formatPercentOff } from '../format/percent-off.ts'
import { Countdown } from '../parts/countdown.tsx'
import type { ClockReading } from '../watch/clock-reading.ts'
import { cardCount, fulfilledCount } from '../watch/describe-orders.ts'
import type { TrailStep } from '../watch/order-trails.ts'
import type { Order } from '../watch/sandbox-data.ts'
import type { OpenedOrders } from './opened-orders.ts'
import { StatusForm } from './status-form.tsx'

interface OrderProps {
  readonly room: ControlRoom
  readonly opened: OpenedOrders
  readonly order: Order
  readonly trail: readonly TrailStep[]
  readonly clock: ClockReading
}

/** One order: its total and next step at a glance, the rest on demand. */
export function OrderCard({ room, opened, order, trail, clock }: OrderProps): JSX.Element {
  const summary = useRef<HTMLElement>(null)
  const { orderId } = order
  useEffect(() => {
    // Only if the move removed the focus: a user who has focused another element keeps it there.
    const isLost = document.activeElement === document.body
    if (opened.moving.value !== orderId || !isLost) return
    opened.moving.value = ''
    summary.current?.focus()
  }, [])
  return (
    <li class="order arrives">
      <details open={opened.has(orderId)} onToggle={(event) => opened.set(orderId, event.currentTarget.open)}>
        <summary ref={summary}>
          <span class="line">
            <strong>Order {order.id}</strong> <span class="figure">{formatMoney(order.total.due)}</span>
          </span>
          <span class="soft customer" title={order.customer}>
            {order.customer}
          </span>
          <Progress order={order} clock={clock} />
        </summary>
        <Cards order={order} />
        <p class="soft">
          {order.paymentMethod}, order total {formatMoney(order.total.order)}, face value{' '}
          {formatMoney(order.total.faceValue)}
        </p>
        <Trail trail={trail} nowMs={clock.nowMs} />
        <p class="soft id">{orderId}</p>
        <StatusForm room={room} order={order} onSet={() => (opened.moving.value = orderId)} />
      </details>
    </li>
  )
}

function Progress({ order, clock }: { readonly order: Order; readonly clock: ClockReading }): JSX.Element {
  const { nextStep } = order
  const cards = formatCount(cardCount(order), 'card')
  const fulfilled = order.fulfilled ? `${cards} fulfilled` : `${fulfilledCount(order)} of ${cards} fulfilled`
  return (
    <span class="soft">
      {fulfilled}
      {nextStep === null ? null : (
        <>
          {', '}
          <span class="next">
            {nextStep.status} in <Countdown until={nextStep.at} clock={clock} />
          </span>
        </>
      )}
    </span>
  )
}

function Cards({ order }: { readonly order: Order }): JSX.Element {
  return (
    <ul class="cards">
      {order.cards.map((cards, index) => (
        <li key={index}>
          {cards.quantity} × {cards.merchantName} {formatMoney(cards.faceValue)}{' '}
          <span class="soft">
            {cards.type} {formatPercentOff(cards.percentOff)}
            {cards.isLowRisk ? ', low risk' : ''}, {cards.fulfilled} fulfilled
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The statuses so far. A time is missing if the page was not watching. */
function Trail(props: { readonly trail: readonly TrailStep[]; readonly nowMs: number }): JSX.Element {
  return (
    <ol class="trail">
      {props.trail.map(({ status, atMs }, index) => (
        <li key={index}>
          {status} {atMs === null ? null : <span class="soft figure">{formatNearby(atMs, props.nowMs)}</span>}
        </li>
      ))}
    </ol>
  )
}
