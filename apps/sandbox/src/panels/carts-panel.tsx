import type { JSX } from 'preact'
import { formatMoney } from '../format/money.ts'
import { Countdown } from '../parts/countdown.tsx'
import { Panel } from '../parts/panel.tsx'
import { ScrollArea } from '../parts/scroll-area.tsx'
import { pageTime } from '../parts/ticker.ts'
import { cartTotal } from '../watch/cart-total.ts'
import { type ClockReading, serviceTime } from '../watch/clock-reading.ts'
import { cartCardCount, ownerOf } from '../watch/describe-carts.ts'
import type { LiveCart, Snapshot } from '../watch/sandbox-data.ts'

interface CartsProps {
  readonly snapshot: Pick<Snapshot, 'carts' | 'cartCount'>
  readonly clock: ClockReading
  /** Milliseconds that make a full bar. */
  readonly longestMs: number
}

/** The active carts: their owners, their cards, and the time left of their reservations. */
export function CartsPanel({ snapshot, clock, longestMs }: CartsProps): JSX.Element {
  const { carts, cartCount } = snapshot
  const note =
    cartCount > carts.length ? `the ${carts.length} changed last of ${cartCount}` : String(cartCount)
  return (
    <Panel title="Carts" note={note}>
      {carts.length === 0 ? (
        <p class="empty">
          No carts. Create one with <code>POST /v3/carts</code> and add cards. They stay reserved until they
          are bought or removed, or the cart expires.
        </p>
      ) : (
        <ScrollArea label="Live carts">
          <ul class="carts">
            {carts.map((live) => (
              <CartEntry key={live.cart.cartId} live={live} clock={clock} longestMs={longestMs} />
            ))}
          </ul>
        </ScrollArea>
      )}
    </Panel>
  )
}

function CartEntry(props: {
  readonly live: LiveCart
  readonly clock: ClockReading
  readonly longestMs: number
}): JSX.Element {
  const { live, clock, longestMs } = props
  const { cards, couponData } = live.cart
  const leftMs = Date.parse(live.expiresAt) - serviceTime(clock, pageTime.value)
  const share = longestMs === 0 ? 0 : Math.min(1, Math.max(0, leftMs / longestMs))
  return (
    <li class="arrives">
      <div class="line">
        <strong>{ownerOf(live)}</strong>
        <span class="figure">{cartCardCount(live) === 0 ? 'empty' : formatMoney(cartTotal(live.cart))}</span>
      </div>
      <ul class="cards">
        {cards.map((card) => (
          <li key={card.id}>
            {card.quantity} × {card.merchantName} {formatMoney(card.balance)}{' '}
            <span class="soft">{card.type}</span>
          </li>
        ))}
        {couponData === null ? null : (
          <li>
            Coupon {couponData.coupon} <span class="soft">−{formatMoney(couponData.discount)}</span>
          </li>
        )}
      </ul>
      <div class="bar thin" aria-hidden="true">
        <span class="reserved" style={{ width: `${share * 100}%` }} />
      </div>
      <p class="soft">
        {cards.length === 0 ? 'Expires in' : 'Reserved for another'}{' '}
        <Countdown until={live.expiresAt} clock={clock} />
      </p>
    </li>
  )
}
