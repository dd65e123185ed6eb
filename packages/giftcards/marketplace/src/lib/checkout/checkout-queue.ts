import type { CheckoutQueue, Pause, StartTimer } from '../ports/deps.ts'

/** How long a checkout waits for the account's turn (decision: checkout). */
export const checkoutWaitMs = 10_000

/** How many checkouts wait for one account at most (decision: checkout). */
export const mostWaiting = 4

interface Turn {
  readonly key: string | undefined
  readonly start: () => void
}

/** A queue for each account, within one process. `pause` runs each wait. */
export function createCheckoutQueue(startTimer: StartTimer, pause: Pause = (wait) => wait()): CheckoutQueue {
  const accounts = new Map<number, Turn[]>()

  function leave(customerId: number, turn: Turn): void {
    const turns = accounts.get(customerId)
    // A turn that is left twice must not end the next one.
    if (turns?.[0] !== turn) return
    turns.shift()
    const [next] = turns
    if (next === undefined) accounts.delete(customerId)
    else next.start()
  }

  return {
    pause,
    async enter(customerId, key) {
      const turns = accounts.get(customerId) ?? []
      if (turns.length > mostWaiting) return undefined
      if (key !== undefined && turns.some((turn) => turn.key === key)) return undefined
      accounts.set(customerId, turns)
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      const turn: Turn = { key, start: () => resolve(() => leave(customerId, turn)) }
      turns.push(turn)
      if (turns.length === 1) {
        turn.start()
        return promise
      }
      const stopTimer = startTimer(checkoutWaitMs, () => {
        turns.splice(turns.indexOf(turn), 1)
        resolve(undefined)
      })
      return pause(() => promise.finally(stopTimer))
    },
  }
}
