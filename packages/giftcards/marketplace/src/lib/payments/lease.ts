import { settings } from '../settings.ts'

/**
 * How long somebody may need for a payment: every leg and the cancellation to their limits, and as long again as one of
 * them for what the process does besides.
 */
export function leaseMs(legs: number): number {
  return (legs + 2) * settings.gatewayLimitMs
}
