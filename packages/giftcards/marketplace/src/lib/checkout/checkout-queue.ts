import { createKeyedQueue } from '../keyed-queue.ts'
import type { CheckoutQueue, Pause, StartTimer } from '../ports/deps.ts'

/** How long a checkout waits for the account's turn (decision: checkout). */
export const checkoutWaitMs = 10_000

/** The most checkouts that wait for one account (decision: checkout). */
export const mostWaiting = 4

/** A queue for each account, within one process. Each wait runs inside `pause`. */
export function createCheckoutQueue(startTimer: StartTimer, pause: Pause = (wait) => wait()): CheckoutQueue {
  const queue = createKeyedQueue(startTimer, { limitMs: checkoutWaitMs, mostWaiting })
  /** The keys of the checkouts that run or wait, each with its turn. */
  const turns = new Map<string, symbol>()

  return {
    pause,
    async enter(customerId, key) {
      const name = key === undefined ? undefined : `${customerId}/${key}`
      if (name !== undefined && turns.has(name)) return undefined
      const turn = Symbol('turn')
      if (name !== undefined) turns.set(name, turn)
      const leave = await pause(() => queue.enter(String(customerId)))
      const end = (): void => {
        if (name !== undefined && turns.get(name) === turn) turns.delete(name)
        leave?.()
      }
      if (leave !== undefined) return end
      end()
      return undefined
    },
  }
}
