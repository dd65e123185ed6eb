import { getSecureData as get } from '@giftcards/marketplace'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import { customerOf, type Operation } from './operation.ts'

/** Unmasks a card of the caller's wallet within 24 hours of its fulfillment (spec 4.6, 8; extension). */
export const getSecureData: Operation<'getSecureData'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller), path.cardId)
  if (outcome.kind === 'refused') return refusalResponse(outcome.refusal)
  const { number, pin, barcode } = outcome.value
  return { status: 200, body: { number, pin, barcode }, headers: { 'cache-control': 'no-store' } }
}
