import process from 'node:process'
import type { GatewayCharge, GatewayRecord, PaymentGateway } from '@giftcards/marketplace'
import {
  codeOf,
  createProviderClient,
  type ProviderClient,
  ProviderError,
  readProviderSettings,
  unexpected,
} from './provider-client.ts'

/** Called once by a server whose `PAYMENT_GATEWAY_MODULE` names this file. */
export default function create(): PaymentGateway {
  return createPaymentGateway(createProviderClient(readProviderSettings(process.env)))
}

/** A charge in the provider's format. `returned`: the bank has returned the payment. */
interface ProviderCharge {
  readonly id: string
  readonly reference: string
  readonly leg: number
  readonly status: 'succeeded' | 'declined' | 'returned'
  readonly amountCents: number
  readonly refundedCents: number
}

/** A payment gateway over the provider's API. Reference and leg of a charge are the provider's idempotency key. */
export function createPaymentGateway(client: ProviderClient): Required<PaymentGateway> {
  return {
    async charge({ kind, customerId, methodId, amountCents, reference, leg }) {
      const method = { kind, customer: String(customerId), id: String(methodId) }
      const content = { idempotencyKey: `${reference}/${leg}`, reference, leg, method, amountCents }
      const response = await client.call('POST', '/v1/charges', content)
      // A decline or a closed reference is a final response, so neither is retried.
      if (response.status === 402) return { kind: 'refused' }
      if (response.status === 409 && codeOf(response.body) === 'reference_closed') return { kind: 'refused' }
      if (response.status !== 201) throw unexpected('the charge', response)
      const charge = toCharge(response.body)
      if (charge.reference !== reference || charge.leg !== leg || charge.amountCents !== amountCents)
        throw new ProviderError('The provider charged another amount or method than requested')
      return { kind: 'accepted', gatewayReference: charge.id }
    },

    async cancel(reference) {
      const response = await client.call('POST', '/v1/references/close', { reference })
      if (response.status !== 200) throw unexpected('the cancellation', response)
      const charged = toPage(response.body).charges.find(({ status }) => status !== 'declined')
      if (charged === undefined) return { kind: 'canceled' }
      return { kind: 'accepted', leg: charged.leg, gatewayReference: charged.id }
    },

    async refund({ reference, leg, amountCents }) {
      const content = { idempotencyKey: `refund/${reference}/${leg}`, reference, leg, amountCents }
      const response = await client.call('POST', '/v1/refunds', content)
      // The bank has already returned the payment, so nothing is left to refund.
      const isReturned = response.status === 409 && codeOf(response.body) === 'charge_returned'
      if (response.status !== 201 && !isReturned) throw unexpected('the refund', response)
    },

    async find(reference) {
      const records: GatewayRecord[] = []
      for await (const charge of everyCharge(client, { reference })) records.push(toRecord(charge))
      return records
    },

    async *list({ since }) {
      const filter = since === undefined ? {} : { since: new Date(since).toISOString() }
      for await (const charge of everyCharge(client, filter))
        if (charge.status !== 'declined') yield toRecord(charge)
    },
  }
}

interface Page {
  readonly charges: readonly ProviderCharge[]
  /** The cursor of the next page; `null`: this is the last. */
  readonly next: string | null
}

/** Yields every charge that matches a filter, a page at a time. */
async function* everyCharge(
  client: ProviderClient,
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<ProviderCharge> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams(cursor === '' ? filter : { ...filter, cursor })
    const response = await client.call('GET', `/v1/charges?${query.toString()}`)
    if (response.status !== 200) throw unexpected('the list of charges', response)
    const page = toPage(response.body)
    yield* page.charges
    cursor = page.next
  }
}

function toRecord({ id, reference, leg, status, amountCents, refundedCents }: ProviderCharge): GatewayCharge {
  return {
    reference,
    leg,
    state: status === 'declined' ? 'declined' : 'charged',
    amountCents,
    refundedCents: status === 'returned' ? amountCents : refundedCents,
    gatewayReference: id,
  }
}

function toPage(body: unknown): Page {
  const { charges, next } = fieldsOf(body)
  if (!Array.isArray(charges) || !(next === null || typeof next === 'string')) throw malformed()
  return { charges: charges.map(toCharge), next }
}

/** Validates every field that money depends on. */
function toCharge(value: unknown): ProviderCharge {
  const { id, reference, leg, status, amountCents, refundedCents } = fieldsOf(value)
  if (typeof id !== 'string' || typeof reference !== 'string') throw malformed()
  if (status !== 'succeeded' && status !== 'declined' && status !== 'returned') throw malformed()
  if (!isCount(leg) || !isCount(amountCents) || !isCount(refundedCents)) throw malformed()
  return { id, reference, leg, status, amountCents, refundedCents }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw malformed()
  return value as Readonly<Record<string, unknown>>
}

const malformed = (): ProviderError => new ProviderError('The provider returned an invalid charge')
