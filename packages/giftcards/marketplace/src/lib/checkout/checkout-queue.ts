import type { CheckoutQueue, StartTimer } from '../ports/deps.ts'

/** How long a checkout waits for the account's turn (decision: checkout). */
export const checkoutWaitMs = 10_000

interface Turn {
  readonly key: string | undefined
  readonly start: () => void
}

/** A queue for each account, within one process. */
export function createCheckoutQueue(startTimer: StartTimer): CheckoutQueue {
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
    enter(customerId, key) {
      const turns = accounts.get(customerId) ?? []
      if (key !== undefined && turns.some((turn) => turn.key === key)) return Promise.resolve(undefined)
      accounts.set(customerId, turns)
      return new Promise((resolve) => {
        const start = (): void => {
          stopTimer()
          resolve(() => leave(customerId, turn))
        }
        const turn: Turn = { key, start }
        const stopTimer = startTimer(checkoutWaitMs, () => {
          turns.splice(turns.indexOf(turn), 1)
          resolve(undefined)
        })
        turns.push(turn)
        if (turns.length === 1) start()
      })
    },
  }
}
