import { getOrder as get } from '@giftcards/marketplace'
import { toOrder } from '../wire/order-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import { customerOf, type Operation } from './operation.ts'

/** Returns the caller's own order in its current state (spec 3.2, 4.1). */
export const getOrder: Operation<'getOrder'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller), path.orderId)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: { buyOrder: toOrder(outcome.value) } }
}
