import { getOrder as get } from '@giftcards/marketplace'
import { toOrder } from '../wire/order-to-wire.ts'
import { customerOf, type Operation, refuse } from './operation.ts'

/** Answers the caller's own order as it is now (spec 3.2, 4.1). */
export const getOrder: Operation<'getOrder'> = async ({ path, caller }, { marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller), path.orderId)
  return outcome.kind === 'refused'
    ? refuse('getOrder', outcome.refusal)
    : { status: 200, body: { buyOrder: toOrder(outcome.value) } }
}
