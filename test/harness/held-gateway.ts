import type { PaymentGateway } from '@giftcards/marketplace'

/** A payment gateway that holds each charge until the test releases it. */
export interface HeldGateway {
  readonly gateway: PaymentGateway
  /** The charges that arrived and completed so far, in order and in cents: `in 475`, `out 475`. */
  readonly events: readonly string[]
  /** Resolves once `count` charges in total have arrived. */
  cameIn(count: number): Promise<void>
  /** Accepts the charge that has been held the longest. */
  letGo(): void
  /** Accepts all held and future calls, so that the server can stop. */
  open(): void
}

/** Creates a gateway that accepts every charge once it is released. */
export function createHeldGateway(): HeldGateway {
  const events: string[] = []
  const held: (() => void)[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  let inCount = 0
  let isOpen = false
  return {
    events,
    gateway: {
      async charge({ amountCents }) {
        events.push(`in ${amountCents}`)
        inCount += 1
        for (const { count, resolve } of waiting) if (inCount >= count) resolve()
        if (!isOpen) await new Promise<void>((resolve) => held.push(resolve))
        events.push(`out ${amountCents}`)
        return { kind: 'accepted' }
      },
      cancel: () => Promise.resolve({ kind: 'canceled' }),
      refund: () => Promise.resolve(),
      find: () => Promise.resolve([]),
    },
    cameIn(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (inCount >= count) resolve()
      else waiting.push({ count, resolve })
      return promise
    },
    letGo() {
      held.shift()?.()
    },
    open() {
      isOpen = true
      for (const release of held.splice(0)) release()
    },
  }
}
