import { getWalletCard as get } from '@giftcards/marketplace'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import { toWalletCard } from '../wire/wallet-to-wire.ts'
import { customerOf, type Operation } from './operation.ts'

/** Returns a card of the caller's wallet, masked (spec 2.9, 4.7). */
export const getWalletCard: Operation<'getWalletCard'> = async ({ path }, { caller, marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller), path.cardId)
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toWalletCard(outcome.value) }
}
