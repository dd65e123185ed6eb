import type { Change } from './change.ts'
import type { ClockReading } from './clock-reading.ts'
import type { OrderTrails } from './order-trails.ts'
import type { Snapshot } from './sandbox-data.ts'

/** Something that happened, with when it was noticed. */
export interface News extends Change {
  /** Different for each. */
  readonly key: number
  /** Milliseconds since the epoch, by the service clock. */
  readonly atMs: number
}

/** All that this page knows of the sandbox. */
export interface WatchState {
  /**
   * `locked`: the key is missing or wrong; `unlocking`: another one is being tried. `lost`: no response at the moment; what
   * is shown is the last one.
   */
  readonly link: 'connecting' | 'live' | 'lost' | 'locked' | 'unlocking'
  /** Why there is no response, for people. */
  readonly problem: string | null
  readonly version: string | null
  readonly clock: ClockReading | null
  readonly snapshot: Snapshot | null
  readonly trails: OrderTrails
  /** The longest time that a reservation was seen to have left, in milliseconds: the full length of a bar. */
  readonly longestReservationMs: number
  /** Newest first. */
  readonly news: readonly News[]
}

/** Before the first response. */
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
