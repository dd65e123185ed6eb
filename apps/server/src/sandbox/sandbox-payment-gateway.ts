import type { PaymentGateway } from '@giftcards/marketplace'

const dayMs = 24 * 3_600_000

/** Saved methods that are refused, by id (decision: sandbox). */
const refusedMethods: ReadonlySet<number> = new Set([7002, 8002])

/** Bank accounts whose payment is accepted and then returned. */
const returnedMethods: ReadonlySet<number> = new Set([7003])

/** Answers by the magic ids of saved payment methods; moves no money. */
export const sandboxPaymentGateway: PaymentGateway = {
  async charge({ methodId }) {
    if (refusedMethods.has(methodId)) return { kind: 'refused' }
    return returnedMethods.has(methodId)
      ? { kind: 'accepted', returnedAfterMs: 2 * dayMs }
      : { kind: 'accepted' }
  },
}
