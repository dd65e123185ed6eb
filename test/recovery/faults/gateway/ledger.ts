import type { CancelAnswer, GatewayRecord, PaymentAnswer, PaymentGateway } from '@giftcards/marketplace'

/** A requested charge. */
export type Charge = Parameters<PaymentGateway['charge']>[0]

/** A requested refund. */
export type Refund = Parameters<PaymentGateway['refund']>[0]

/** A movement of money; refunds are negative. */
export interface Movement {
  readonly reference: string
  readonly leg: number
  readonly customerId: number
  readonly amountCents: number
}

/** The records of a gateway by reference. Each charge and each cancellation may be repeated. */
export interface Ledger {
  charge(charge: Charge): PaymentAnswer
  cancel(reference: string): CancelAnswer
  /** Throws if the payment was never charged. */
  refund(refund: Refund): object
  /** Returns the charges under a reference. */
  find(reference: string): readonly GatewayRecord[]
  /** Every movement of money, in order. */
  readonly movements: readonly Movement[]
}

/** Saved methods that are declined, as in the sandbox. */
const refusedMethods: ReadonlySet<number> = new Set([7002, 8002])

/** Creates a ledger in memory. */
export function createLedger(): Ledger {
  const movements: Movement[] = []
  const accepted = new Map<string, Movement>()
  const canceled = new Set<string>()
  const refunded = new Set<string>()
  return {
    movements,
    charge({ reference, leg, customerId, methodId, amountCents }) {
      const earlier = accepted.get(reference)
      if (earlier !== undefined) return { kind: earlier.leg === leg ? 'accepted' : 'refused' }
      if (canceled.has(reference) || refusedMethods.has(methodId)) return { kind: 'refused' }
      const movement = { reference, leg, customerId, amountCents }
      accepted.set(reference, movement)
      movements.push(movement)
      return { kind: 'accepted' }
    },
    cancel(reference) {
      const earlier = accepted.get(reference)
      if (earlier !== undefined) return { kind: 'accepted', leg: earlier.leg }
      canceled.add(reference)
      return { kind: 'canceled' }
    },
    refund({ reference, leg, amountCents }) {
      const charged = accepted.get(reference)
      if (charged?.leg !== leg || charged.amountCents !== amountCents)
        throw new Error(`Nothing of ${reference} was charged`)
      if (!refunded.has(reference)) movements.push({ ...charged, amountCents: -amountCents })
      refunded.add(reference)
      return {}
    },
    find(reference) {
      const charged = accepted.get(reference)
      if (charged === undefined) return []
      const { leg, amountCents } = charged
      return [
        { leg, state: 'charged', amountCents, refundedCents: refunded.has(reference) ? amountCents : 0 },
      ]
    },
  }
}
