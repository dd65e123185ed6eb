import type { JSX } from 'preact'
import type { ControlRoom } from './control-room.ts'
import { CartsPanel } from './panels/carts-panel.tsx'
import { ClockPanel } from './panels/clock-panel.tsx'
import { DrawdownPanel } from './panels/drawdown-panel.tsx'
import { KeyForm } from './panels/key-form.tsx'
import { NewsPanel } from './panels/news-panel.tsx'
import { OrdersPanel } from './panels/orders-panel.tsx'
import { RequestsPanel } from './panels/requests-panel.tsx'
import { ResetButton } from './panels/reset-button.tsx'
import { StockPanel } from './panels/stock-panel.tsx'
import { describeTrouble } from './watch/describe-trouble.ts'
import type { WatchState } from './watch/watch-state.ts'

const linkTexts = {
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'No response',
  locked: 'Locked',
  unlocking: 'Trying the key …',
} as const satisfies Record<WatchState['link'], string>

/** The whole page. */
export function App({ room }: { readonly room: ControlRoom }): JSX.Element {
  const state = room.state.value
  const trouble = describeTrouble(state)
  const isLocked = state.link === 'locked' || state.link === 'unlocking'
  return (
    <>
      <div class="page-head">
        <h1>Sandbox</h1>
        <p class={`link ${state.link}`} role="status">
          {linkTexts[state.link]}
        </p>
        <nav aria-label="Related pages">
          <a href="../docs/guides/sandbox.html">Guide</a> <a href="../docs/sandbox.html">Controls</a>
        </nav>
        {isLocked ? null : <ResetButton room={room} />}
      </div>
      {trouble === null ? null : (
        <p class="problem" role="alert">
          {trouble}
        </p>
      )}
      <main class={state.link === 'lost' ? 'stale' : ''}>
        {isLocked ? <KeyForm room={room} /> : <Panels room={room} state={state} />}
      </main>
    </>
  )
}

function Panels({
  room,
  state,
}: {
  readonly room: ControlRoom
  readonly state: WatchState
}): JSX.Element | null {
  const { snapshot, clock, version, trails } = state
  if (snapshot === null || clock === null || version === null) return null
  return (
    <div class="panels">
      <ClockPanel room={room} clock={clock} />
      <NewsPanel news={state.news} />
      <OrdersPanel room={room} snapshot={snapshot} trails={trails} clock={clock} />
      <StockPanel room={room} inventory={snapshot.inventory} />
      <CartsPanel snapshot={snapshot} clock={clock} longestMs={state.longestReservationMs} />
      <DrawdownPanel room={room} customers={snapshot.customers} version={version} clock={clock} />
      <RequestsPanel room={room} requests={snapshot.requests} />
    </div>
  )
}
