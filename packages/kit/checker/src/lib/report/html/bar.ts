import { html, type Markup } from './markup.ts'

/** A bar that is filled to a share from 0 to 1; its text says the same to who cannot see it. */
export const bar = (share: number, kind: string, label: string): Markup =>
  html`<svg role="img" aria-label="${label}">
    <rect class="${kind}" width="${(100 * share).toFixed(1)}%" height="100%" />
  </svg>`
