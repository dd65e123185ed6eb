import type { AcceptedPayment, CancelAnswer, PaymentAnswer, PaymentGateway } from '@giftcards/marketplace'

const dayMs = 24 * 3_600_000

/** Saved methods that are refused, by id (decision: sandbox). */
const refusedMethods: ReadonlySet<number> = new Set([7002, 8002])

/** Bank accounts whose payment is accepted and then returned. */
const returnedMethods: ReadonlySet<number> = new Set([7003])

/** The most references in memory, far more than can be pending at one time; the oldest is dropped. */
const defaultCapacity = 10_000

/** A simulated gateway, in this process only. */
export interface SandboxPaymentGateway extends PaymentGateway {
  /** Drops all references, for a reset. */
  forget(): void
}

/** The record of a reference: its response, and the money of a charge. */
interface Known {
  readonly answer: CancelAnswer
  readonly amountCents: number
  readonly refundedCents: number
}

/** Creates a gateway that decides by the magic ids of saved payment methods, and keeps its responses. It moves no money. */
export function createSandboxPaymentGateway(capacity = defaultCapacity): SandboxPaymentGateway {
  const known = new Map<string, Known>()

  const remember = (reference: string, answer: CancelAnswer, amountCents: number): CancelAnswer => {
    known.set(reference, { answer, amountCents, refundedCents: 0 })
    if (known.size > capacity) for (const oldest of known.keys().take(1)) known.delete(oldest)
    return answer
  }
  return {
    async charge({ methodId, reference, leg, amountCents }) {
      const earlier = known.get(reference)?.answer
      if (earlier?.kind === 'canceled') return { kind: 'refused' }
      // An accepted charge counts for its own leg only: another leg would be paid a second time.
      if (earlier !== undefined) return earlier.leg === leg ? withoutLeg(earlier) : { kind: 'refused' }
      const answer = judge(methodId)
      if (answer.kind === 'accepted') remember(reference, { ...answer, leg }, amountCents)
      return answer
    },
    async cancel(reference) {
      return known.get(reference)?.answer ?? remember(reference, { kind: 'canceled' }, 0)
    },
    // A refund of a dropped reference succeeds: no money moves in any case.
    async refund({ reference, amountCents }) {
      const charged = known.get(reference)
      if (charged?.answer.kind === 'accepted')
        known.set(reference, { ...charged, refundedCents: amountCents })
    },
    async find(reference) {
      const charged = known.get(reference)
      if (charged?.answer.kind !== 'accepted') return []
      const { answer, amountCents, refundedCents } = charged
      return [{ leg: answer.leg, state: 'charged', amountCents, refundedCents }]
    },
    forget() {
      known.clear()
    },
  }
}

function judge(methodId: number): PaymentAnswer {
  if (refusedMethods.has(methodId)) return { kind: 'refused' }
  return returnedMethods.has(methodId)
    ? { kind: 'accepted', returnedAfterMs: 2 * dayMs }
    : { kind: 'accepted' }
}

function withoutLeg({ leg: _leg, ...answer }: AcceptedPayment & { readonly leg: number }): PaymentAnswer {
  return answer
}
