import type { WatchState } from './watch-state.ts'

/**
 * The reason for missing responses, and its meaning for the displayed data; `null` if there is a response, or the page
 * asks for a key.
 */
export function describeTrouble({
  link,
  problem,
  snapshot,
}: Pick<WatchState, 'link' | 'problem' | 'snapshot'>): string | null {
  if (link !== 'lost' || problem === null) return null
  return snapshot === null
    ? `${problem} The page tries again by itself.`
    : `${problem} The page shows the last response, and continues by itself when the next one arrives.`
}
