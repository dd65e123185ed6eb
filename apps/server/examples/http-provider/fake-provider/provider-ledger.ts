/** A requested charge, accepted or declined. */
export interface LedgerCharge {
  readonly id: string
  readonly reference: string
  readonly leg: number
  readonly status: 'succeeded' | 'declined' | 'returned'
  readonly amountCents: number
  readonly refundedCents: number
  /** ISO 8601. */
  readonly createdAt: string
}

/** A card that the provider has issued. */
export interface LedgerCard {
  readonly reference: string
  readonly number: string
  readonly pin: string
  readonly serial: string
  readonly isVoid: boolean
}

/** A response of the provider: a status and a body. The body of an error status is an error. */
export interface LedgerAnswer {
  readonly status: number
  readonly body: object
}

/** A request for a charge. */
export interface ChargeRequest {
  readonly idempotencyKey: string
  readonly reference: string
  readonly leg: number
  readonly method: { readonly id: string }
  readonly amountCents: number
}

/** A request for a refund. */
export type RefundRequest = Omit<ChargeRequest, 'method'>

/** The records of the provider. Every request may be repeated and gets the same response. */
export interface ProviderLedger {
  charge(request: ChargeRequest): LedgerAnswer
  close(reference: string): LedgerAnswer
  refund(request: RefundRequest): LedgerAnswer
  list(filter: {
    readonly reference: string | null
    readonly since: string | null
    readonly cursor: string | null
  }): LedgerAnswer
  issue(reference: string): LedgerAnswer
  void(reference: string): LedgerAnswer
  /** Simulates a return of a payment by the bank. */
  returnCharge(reference: string): void
  readonly charges: readonly LedgerCharge[]
  readonly cards: readonly LedgerCard[]
}

/** Saved methods that are declined, as in the sandbox. */
const declinedMethods: ReadonlySet<string> = new Set(['7002', '8002'])

const pageSize = 2

/** A ledger in memory. */
export function createProviderLedger(now: () => number = Date.now): ProviderLedger {
  const charges = new Map<string, LedgerCharge>()
  const refunds = new Map<string, RefundRequest>()
  const closed = new Set<string>()
  const cards = new Map<string, LedgerCard>()
  const voided = new Set<string>()

  const chargesOf = (reference: string) =>
    [...charges.values()].filter((charge) => charge.reference === reference)
  const answerCharge = (charge: LedgerCharge): LedgerAnswer =>
    charge.status === 'declined' ? { status: 402, body: charge } : { status: 201, body: charge }

  return {
    charge({ idempotencyKey, reference, leg, method, amountCents }) {
      const earlier = charges.get(idempotencyKey)
      if (earlier !== undefined)
        return earlier.amountCents === amountCents
          ? answerCharge(earlier)
          : error(422, 'idempotency_mismatch')
      if (closed.has(reference)) return error(409, 'reference_closed')
      const charge: LedgerCharge = {
        id: `ch_${charges.size + 1}`,
        reference,
        leg,
        status: declinedMethods.has(method.id) ? 'declined' : 'succeeded',
        amountCents,
        refundedCents: 0,
        createdAt: new Date(now()).toISOString(),
      }
      charges.set(idempotencyKey, charge)
      return answerCharge(charge)
    },

    close(reference) {
      closed.add(reference)
      return { status: 200, body: { charges: chargesOf(reference), next: null } }
    },

    refund(request) {
      const { idempotencyKey, reference, leg, amountCents } = request
      const [key, charge] =
        [...charges].find(([, one]) => one.reference === reference && one.leg === leg) ?? []
      if (key === undefined || charge === undefined || charge.status === 'declined')
        return error(404, 'charge_not_found')
      if (refunds.has(idempotencyKey)) return { status: 201, body: { status: 'succeeded' } }
      if (charge.status === 'returned') return error(409, 'charge_returned')
      if (amountCents !== charge.amountCents) return error(422, 'amount_too_large')
      refunds.set(idempotencyKey, request)
      charges.set(key, { ...charge, refundedCents: amountCents })
      return { status: 201, body: { status: 'succeeded' } }
    },

    list({ reference, since, cursor }) {
      const wanted = [...charges.values()].filter(
        (charge) =>
          (reference === null || charge.reference === reference) &&
          (since === null || charge.createdAt >= since),
      )
      const start = Number(cursor ?? 0)
      const end = start + pageSize
      const body = { charges: wanted.slice(start, end), next: end < wanted.length ? String(end) : null }
      return { status: 200, body }
    },

    issue(reference) {
      if (voided.has(reference)) return error(409, 'card_void')
      const number = `9999${String(cards.size + 1).padStart(12, '0')}`
      const card = cards.get(reference) ?? {
        reference,
        number,
        pin: '4711',
        serial: `s${cards.size + 1}`,
        isVoid: false,
      }
      cards.set(reference, card)
      return { status: 201, body: card }
    },

    void(reference) {
      voided.add(reference)
      const card = cards.get(reference)
      if (card !== undefined) cards.set(reference, { ...card, isVoid: true })
      return { status: 200, body: {} }
    },

    returnCharge(reference) {
      for (const [key, charge] of charges)
        if (charge.reference === reference && charge.status === 'succeeded')
          charges.set(key, { ...charge, status: 'returned' })
    },

    get charges() {
      return [...charges.values()]
    },
    get cards() {
      return [...cards.values()]
    },
  }
}

const error = (status: number, code: string): LedgerAnswer => ({ status, body: { code } })
