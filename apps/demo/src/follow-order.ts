import { setTimeout as pause } from 'node:timers/promises'
import type { ClientEvent, Order } from '@giftcards/client'
import { countOf } from './amounts.ts'
import type { Stage } from './stage.ts'

/** The clock of the sandbox advances by this after each look at the order. */
const hoursPerStep = 4

/** Well above the day that a physical card takes. */
const longestHours = 72

/** Waits for an order while the clock of the sandbox runs ahead, and returns it once all of its cards are there. */
export async function followOrder(stage: Stage, { orderId }: Order): Promise<Order> {
  const { client, sandbox, terminal, wire, signal } = stage
  const pollMs = terminal.isLive ? 200 : 20
  const failure = new AbortController()
  let hours = 0
  let renewals = 0
  let state = ''
  let isThere = false

  const show = (): void => terminal.progress(`${state}, ${countOf(hours, 'hour')} after the checkout`)

  /** Between this question and the next, so that each one finds the order further on. */
  async function moveClock(): Promise<void> {
    await pause(pollMs / 2)
    if (isThere || failure.signal.aborted) return
    if (hours >= longestHours)
      throw new Error(`After ${hours} hours the order has still not arrived: ${state}`)
    await sandbox.advanceClock({ seconds: hoursPerStep * 3600 }, { signal })
    hours += hoursPerStep
    if (terminal.isLive && !isThere) show()
  }

  function hear(event: ClientEvent): void {
    if (event.kind === 'session') renewals += 1
    if (event.kind !== 'response' || event.operationId !== 'getOrder' || event.status !== 200) return
    moveClock().catch((error: unknown) => failure.abort(error))
  }

  terminal.step('Wait for the cards, while the clock of the sandbox runs ahead.')
  const order = await wire.insteadTell(hear, () =>
    client.waitForFulfilment(orderId, {
      pollMs,
      signal: AbortSignal.any([signal, failure.signal]),
      onProgress({ order: { fulfilled }, status, fulfilledCards, totalCards }) {
        isThere = fulfilled
        state = `${status}, ${fulfilledCards} of ${countOf(totalCards, 'card')} delivered`
        show()
      },
    }),
  )
  terminal.outcome(`${order.message}: ${countOf(order.cards.length, 'card')} in the wallet.`)
  if (renewals > 0) {
    terminal.outcome(`The token expired ${countOf(renewals, 'time')}; the client logged in again by itself.`)
  }
  return order
}
