import type { JSX } from 'preact'
import { formatTimeOfDay } from '../format/moment.ts'
import { Panel } from '../parts/panel.tsx'
import type { News } from '../watch/watch-state.ts'

/** The events since the page was opened. A screen reader announces each as it happens. */
export function NewsPanel({ news }: { readonly news: readonly News[] }): JSX.Element {
  return (
    <Panel title="Just now">
      {news.length === 0 ? <p class="empty">Nothing has happened since you opened this page.</p> : null}
      <div class="scroll" role="log" tabIndex={0} aria-label="What just happened">
        <ul class="news">
          {news.map(({ key, atMs, text, tone }) => (
            <li key={key} class={`arrives ${tone}`}>
              <span class="soft figure">{formatTimeOfDay(atMs)}</span> {text}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
