import type { Coverage } from '../../run/coverage/coverage.ts'
import { bar } from './bar.ts'
import { html, type Markup } from './markup.ts'

const KINDS = {
  operations: 'operations answered 2xx',
  responses: 'documented answers seen',
  parameters: 'parameters tried on both sides',
  keywords: 'statements tried on both sides',
  examples: 'request examples sent',
} as const

/** What was reached of each kind, as figures and bars. */
export const shares = (coverage: Coverage): Markup =>
  html`<ul class="shares">
    ${Object.entries(KINDS).map(([kind, text]) => {
      const { reached, total, share } = coverage[kind as keyof typeof KINDS]
      const fill = share < 1 ? 'share-bar partial' : 'share-bar'
      return html`<li>
        <b>${reached} <span class="soft">of ${total}</span></b
        >${text}${bar(share, fill, `${Math.floor(100 * share)} percent`)}
      </li>`
    })}
  </ul>`
