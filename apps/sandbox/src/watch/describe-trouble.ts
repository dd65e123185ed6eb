import type { WatchState } from './watch-state.ts'

/** Why nothing comes, and what that means for what is shown; `null` where there is an answer, or a key is asked for. */
export function describeTrouble({
  link,
  problem,
  snapshot,
}: Pick<WatchState, 'link' | 'problem' | 'snapshot'>): string | null {
  if (link !== 'lost' || problem === null) return null
  return snapshot === null
    ? `${problem} The page tries again by itself.`
    : `${problem} What you see is the last answer; the page goes on by itself as soon as there is another.`
}
