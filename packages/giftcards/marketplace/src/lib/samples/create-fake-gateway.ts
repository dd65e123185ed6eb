import type {
  AcceptedPayment,
  CancelAnswer,
  GatewayCharge,
  PaymentAnswer,
  PaymentGateway,
} from '../ports/payment-gateway.ts'
import { settings } from '../settings.ts'
import type { TestTime } from './create-test-time.ts'

/** A requested charge. */
export type Charge = Parameters<PaymentGateway['charge']>[0]

/** A requested refund. */
type Refund = Parameters<PaymentGateway['refund']>[0]

/** How one call of the gateway fails: before or after it takes effect. */
export type GatewayFault = 'throws before' | 'throws after' | 'silent before' | 'silent after'

/** Money that moved at the gateway. */
export interface Taken extends AcceptedPayment {
  readonly leg: number
  readonly customerId: number
  readonly amountCents: number
}

/** Faults of the next calls, one each; `undefined`: none. */
export interface GatewayFaults {
  readonly charge: (GatewayFault | undefined)[]
  readonly cancel: (GatewayFault | undefined)[]
  readonly refund: (GatewayFault | undefined)[]
}

/** Money that moved at the gateway, in the order in which it did; what went back is negative. */
export interface Movement {
  readonly reference: string
  readonly leg: number
  readonly amountCents: number
}

/** A payment gateway with a ledger, whose failures a test controls. */
export interface FakeGateway extends Required<PaymentGateway> {
  /** Its own list of everything that moved. */
  readonly movements: readonly Movement[]
  /** The references of all requested refunds, failed ones included. */
  readonly refunds: readonly string[]
  /** All requested charges, failed ones included. */
  readonly charges: Charge[]
  /** All requested cancellations, failed ones included. */
  readonly cancels: string[]
  /** Money that moved, by reference. */
  readonly taken: ReadonlyMap<string, Taken>
  /** Money that went back, in cents, by reference. */
  readonly refunded: ReadonlyMap<string, number>
  readonly faults: GatewayFaults
  /** The same gateway over another connection, with its own faults. */
  connect(faults: GatewayFaults): PaymentGateway
}

/**
 * 7001 and 8001 are accepted, 7003 is accepted and returned after 2 days, everything else is refused. A silent call takes until
 * its time limit.
 */
export function createFakeGateway(time: TestTime): FakeGateway {
  const taken = new Map<string, Taken>()
  const refunded = new Map<string, number>()
  const canceled = new Set<string>()
  const answers = new Map<string, PaymentAnswer>()
  const movements: Movement[] = []

  function charge(request: Charge): PaymentAnswer {
    const { reference, leg, customerId, amountCents } = request
    const name = `${reference}/${leg}`
    const earlier = answers.get(name)
    if (earlier !== undefined) return earlier
    const answer = canceled.has(reference) ? refused : judge(request.methodId)
    answers.set(name, answer)
    if (answer.kind === 'accepted') {
      taken.set(reference, { ...answer, leg, customerId, amountCents })
      movements.push({ reference, leg, amountCents })
    }
    return answer
  }

  function cancel(reference: string): CancelAnswer {
    const known = taken.get(reference)
    if (known !== undefined) return known
    canceled.add(reference)
    return { kind: 'canceled' }
  }

  function refund({ reference, leg, amountCents }: Refund): void {
    const known = taken.get(reference)
    if (known?.leg !== leg || known.amountCents !== amountCents) throw new Error('Nothing of it was charged')
    if (!refunded.has(reference)) movements.push({ reference, leg, amountCents: -amountCents })
    refunded.set(reference, amountCents)
  }

  const chargeOf = ([reference, { leg, amountCents }]: readonly [string, Taken]): GatewayCharge => ({
    reference,
    leg,
    state: 'charged',
    amountCents,
    refundedCents: refunded.get(reference) ?? 0,
  })

  async function failing<T>(faults: (GatewayFault | undefined)[], work: () => T): Promise<T> {
    const fault = faults.shift()
    if (fault === 'throws before') throw new Error('The gateway is away')
    if (fault === 'silent before') return silence(time)
    const answer = work()
    if (fault === 'throws after') throw new Error('The response is lost')
    return fault === 'silent after' ? silence(time) : answer
  }

  const [charges, cancels, refunds]: [Charge[], string[], string[]] = [[], [], []]
  const connect = (faults: GatewayFaults): Required<PaymentGateway> => ({
    charge(request) {
      charges.push(request)
      return failing(faults.charge, () => charge(request))
    },
    cancel(reference) {
      cancels.push(reference)
      return failing(faults.cancel, () => cancel(reference))
    },
    refund(request) {
      refunds.push(request.reference)
      return failing(faults.refund, () => refund(request))
    },
    async find(reference) {
      const known = taken.get(reference)
      return known === undefined ? [] : [chargeOf([reference, known])]
    },
    async *list() {
      yield* [...taken].map(chargeOf)
    },
  })
  const faults: GatewayFaults = { charge: [], cancel: [], refund: [] }
  return { ...connect(faults), movements, charges, cancels, refunds, taken, refunded, faults, connect }
}

const refused: PaymentAnswer = { kind: 'refused' }

function judge(methodId: number): PaymentAnswer {
  if (methodId === 7003) return { kind: 'accepted', returnedAfterMs: 48 * 3_600_000 }
  return methodId === 7001 || methodId === 8001 ? { kind: 'accepted' } : refused
}

function silence(time: TestTime): Promise<never> {
  time.advance(settings.gatewayLimitMs)
  return new Promise(() => {})
}
