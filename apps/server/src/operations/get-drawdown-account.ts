import { getDrawdownAccount as get } from '@giftcards/marketplace'
import { toDrawdownAccount } from '../wire/drawdown-to-wire.ts'
import { customerOf, type Operation, refuse } from './operation.ts'

/** Answers the caller's drawdown balance (spec 2.10, 4.8). */
export const getDrawdownAccount: Operation<'getDrawdownAccount'> = async ({ caller }, { marketplace }) => {
  const outcome = await get(marketplace, customerOf(caller))
  return outcome.kind === 'refused'
    ? refuse('getDrawdownAccount', outcome.refusal)
    : { status: 200, body: toDrawdownAccount(outcome.value) }
}
