import type { Change } from './change.ts'
import { toClockReading } from './clock-reading.ts'
import { describeChanges, wasReset } from './describe-changes.ts'
import { foldTrails } from './order-trails.ts'
import type { Overview, Snapshot } from './sandbox-data.ts'
import type { News, WatchState } from './watch-state.ts'

/** The most changes that one poll reports, and the number that is kept. */
const reportedAtOnce = 6
const newsKept = 30

/** The state after a response that arrived at `pageMs` of this page's own clock. */
export function foldOverview(state: WatchState, overview: Overview, pageMs: number): WatchState {
  const clock = toClockReading(overview.clock, pageMs)
  const live: WatchState = { ...state, link: 'live', problem: null, clock, version: overview.version }
  return overview.snapshot === null ? live : foldSnapshot(live, overview.snapshot, clock.nowMs)
}

function foldSnapshot(state: WatchState, snapshot: Snapshot, nowMs: number): WatchState {
  const before = state.snapshot
  const isFresh = before === null || wasReset(before, snapshot)
  const changes = before === null ? [] : describeChanges(before, snapshot)
  return {
    ...state,
    snapshot,
    trails: isFresh
      ? foldTrails(new Map(), [], snapshot.orders, before === null ? null : nowMs)
      : foldTrails(state.trails, before.orders, snapshot.orders, nowMs),
    longestReservationMs: Math.max(
      state.longestReservationMs,
      ...snapshot.carts.map(({ expiresAt }) => Date.parse(expiresAt) - nowMs),
    ),
    news: addNews(state.news, changes, nowMs),
  }
}

function addNews(news: readonly News[], changes: readonly Change[], nowMs: number): readonly News[] {
  const rest = changes.length - reportedAtOnce
  const reported: readonly Change[] =
    rest > 0 ? [...changes.slice(0, reportedAtOnce), { text: `… and ${rest} more`, tone: 'plain' }] : changes
  const next = (news[0]?.key ?? 0) + 1
  // The most important change has the highest key, so it is on top.
  const added = reported.map((change, index) => ({
    ...change,
    key: next + reported.length - 1 - index,
    atMs: nowMs,
  }))
  return [...added, ...news].slice(0, newsKept)
}
