import type { Refusal, Refused } from './plan.ts'

/** Gathers why a search found nothing. */
export class Tally {
  /** Whether nothing was cut: what was not found does not exist. */
  isProved = true
  /** The most alternatives that a choice had. */
  widest = 1
  /** The clearest reason: one that names a place, else the last one. */
  refusal: Refusal = { reason: 'the types it allows exclude each other' }

  refuse({ kind, refusal }: Refused): void {
    if (kind === 'unknown') this.isProved = false
    if (this.refusal.node === undefined || refusal.node !== undefined) this.refusal = refusal
  }
}
