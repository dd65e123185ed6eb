import { checkout as buy } from '@giftcards/marketplace'
import { fromCartCheckout, parseCardsCheckout } from '../wire/from-wire.ts'
import { fingerprint } from '../wire/fingerprint.ts'
import { toOrder } from '../wire/order-to-wire.ts'
import { customerOf, type Operation, refuse, refuseInvalid } from './operation.ts'

/** Buys cards in one request, all of them or none; repeatable under an `Idempotency-Key` (spec 4.6). */
export const checkout: Operation<'checkout'> = async ({ body, caller, headers }, { marketplace }) => {
  const request = 'cards' in body ? parseCardsCheckout(body) : { value: fromCartCheckout(body) }
  if ('problems' in request) return refuseInvalid('checkout', request.problems)
  if (!('cards' in body) && body.paymentMethod !== 'DRAWDOWN_ACCOUNT') {
    return refuse('checkout', { kind: 'payment_method_invalid' })
  }
  const key = headers['Idempotency-Key']
  const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprint(body) }
  const outcome = await buy(marketplace, customerOf(caller), request.value, idempotency)
  const replayed = outcome.isReplay ? { 'idempotent-replayed': 'true' } : {}
  if (outcome.kind === 'refused') {
    const refused = refuse('checkout', outcome.refusal)
    return { ...refused, headers: { ...refused.headers, ...replayed } }
  }
  return { status: 201, body: { buyOrder: toOrder(outcome.value.order) }, headers: replayed }
}
