import { getWalletCard as get } from '@giftcards/marketplace'
import { toWalletCard } from '../wire/wallet-to-wire.ts'
import { customerOf, type Operation, refuse } from './operation.ts'

/** Answers a card of the caller's wallet, masked (spec 2.9, 4.7). */
export const getWalletCard: Operation<'getWalletCard'> = async ({ path, caller }, { marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller), path.cardId)
  return outcome.kind === 'refused'
    ? refuse('getWalletCard', outcome.refusal)
    : { status: 200, body: toWalletCard(outcome.value) }
}
