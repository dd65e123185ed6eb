import { setTimeout as pause } from 'node:timers/promises'
import type { ClientEvent, Order } from '@giftcards/client'
import { countOf } from './amounts.ts'
import type { Stage } from './stage.ts'

/** The sandbox clock advances by this after each poll of the order. */
const hoursPerStep = 4

/** A physical card takes a day. */
const longestHours = 72

/** Waits for an order while moving the sandbox clock forward. Returns the order once all of its cards are delivered. */
export async function followOrder(stage: Stage, { orderId }: Order): Promise<Order> {
  const { client, sandbox, terminal, wire, signal } = stage
  const pollMs = terminal.isLive ? 200 : 20
  const failure = new AbortController()
  let hours = 0
  let renewals = 0
  let state = ''
  let isThere = false

  const show = (): void => terminal.progress(`${state}, ${countOf(hours, 'hour')} after the checkout`)

  /** Runs between two polls, so that each finds the order advanced. */
  async function moveClock(): Promise<void> {
    await pause(pollMs / 2)
    if (isThere || failure.signal.aborted) return
    if (hours >= longestHours) throw new Error(`The order is not delivered after ${hours} hours: ${state}`)
    await sandbox.advanceClock({ seconds: hoursPerStep * 3600 }, { signal })
    hours += hoursPerStep
    if (terminal.isLive && !isThere) show()
  }

  function hear(event: ClientEvent): void {
    if (event.kind === 'session') renewals += 1
    if (event.kind !== 'response' || event.operationId !== 'getOrder' || event.status !== 200) return
    moveClock().catch((error: unknown) => failure.abort(error))
  }

  terminal.step(
    `Wait for delivery. The demo moves the sandbox clock forward ${hoursPerStep} hours between polls.`,
  )
  const order = await wire.redirect(hear, () =>
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
    terminal.outcome(
      `Moving the clock expired the session token ${countOf(renewals, 'time')}. The client logged in again each time.`,
    )
  }
  return order
}
