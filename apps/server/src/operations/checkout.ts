import { checkout as buy } from '@giftcards/marketplace'
import { createHash } from 'node:crypto'
import { describeMissing, fromCartCheckout, parseCardsCheckout } from '../wire/from-wire.ts'
import { toOrder } from '../wire/order-to-wire.ts'
import { invalidResponse, refusalResponse } from '../wire/refusal-catalogue.ts'
import { customerOf, type Operation } from './operation.ts'

/** Buys cards in one request, all of them or none; retries with the same `Idempotency-Key` are safe (spec 4.6). */
export const checkout: Operation<'checkout'> = async ({ body, headers }, { caller, marketplace }) => {
  const request = 'cards' in body ? parseCardsCheckout(body) : { value: fromCartCheckout(body) }
  if ('problems' in request) return invalidResponse(...request.problems)
  if (!('cards' in body) && body.paymentMethod !== 'DRAWDOWN_ACCOUNT') {
    return refusalResponse({ kind: 'payment_method_invalid' })
  }
  const key = headers['Idempotency-Key']
  const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprint(body) }
  const outcome = await buy(marketplace, customerOf(caller), request.value, idempotency)
  const replayed = outcome.isReplay ? ({ 'idempotent-replayed': 'true' } as const) : {}
  if (outcome.kind === 'refused') {
    const { kind } = outcome.refusal
    const isMissing = kind === 'payment_details_missing' || kind === 'billing_details_missing'
    if (isMissing && request.value.shape === 'cards')
      return invalidResponse(describeMissing(kind, request.value))
    const refused = refusalResponse(outcome.refusal)
    return { ...refused, headers: { ...refused.headers, ...replayed } }
  }
  return { status: 201, body: { buyOrder: toOrder(outcome.value.order) }, headers: replayed }
}

/** Hashes a request body, independent of the order of its keys (decision: checkout, idempotency). */
export function fingerprint(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url')
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
