import type { LoadStep } from './load-plan.ts'

/**
 * The next request of one connection. It outlives the connection, so that carts do not overflow between two jobs.
 */
export interface Lane {
  readonly bytes: Buffer
  readonly status: number
  advance(): void
}

interface Encoded {
  readonly bytes: Buffer
  readonly status: number
  readonly times: number
}

/** A lane at its first step. */
export function createLane(steps: readonly LoadStep[]): Lane {
  const encoded = steps.map((step): Encoded => ({ ...step, bytes: Buffer.from(step.text) }))
  const [first] = encoded
  if (first === undefined) throw new Error('A connection has nothing to send')
  let index = 0
  let sent = 0
  let step = first
  return {
    get bytes() {
      return step.bytes
    },
    get status() {
      return step.status
    },
    advance() {
      sent += 1
      if (sent < step.times) return
      sent = 0
      index = (index + 1) % encoded.length
      step = encoded[index] ?? first
    },
  }
}
