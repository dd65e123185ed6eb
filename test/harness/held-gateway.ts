import type { PaymentGateway } from '@giftcards/marketplace'

/** A payment gateway in which a charge stays until the test lets it go. */
export interface HeldGateway {
  readonly gateway: PaymentGateway
  /** Cents of the charges that came in and went out so far, in order: `in 475`, `out 475`. */
  readonly events: readonly string[]
  /** Resolves once `count` charges in all have come in. */
  cameIn(count: number): Promise<void>
  /** Accepts the charge that is held the longest. */
  letGo(): void
  /** Accepts all held and future calls, so that the server can stop. */
  open(): void
}

/** Creates a gateway that accepts every charge, each one when it is let go. */
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
