import type { Change } from './change.ts'
import type { ClockReading } from './clock-reading.ts'
import type { OrderTrails } from './order-trails.ts'
import type { Snapshot } from './sandbox-data.ts'

/** An event, with the time at which it was noticed. */
export interface News extends Change {
  /** Unique. */
  readonly key: number
  /** Milliseconds since the epoch, by the service clock. */
  readonly atMs: number
}

/** The state of the page. */
export interface WatchState {
  /**
   * `locked`: the key is missing or wrong; `unlocking`: another one is being tried. `lost`: no response at the moment; the page
   * shows the last one.
   */
  readonly link: 'connecting' | 'live' | 'lost' | 'locked' | 'unlocking'
  /** The reason for the missing response, as readable text. */
  readonly problem: string | null
  readonly version: string | null
  readonly clock: ClockReading | null
  readonly snapshot: Snapshot | null
  readonly trails: OrderTrails
  /** The longest remaining time of a reservation seen so far, in milliseconds: the full length of a bar. */
  readonly longestReservationMs: number
  /** Newest first. */
  readonly news: readonly News[]
}

/** The state before the first response. */
export const nothingKnown: WatchState = {
  link: 'connecting',
  problem: null,
  version: null,
  clock: null,
  snapshot: null,
  trails: new Map(),
  longestReservationMs: 0,
  news: [],
}
