import { getDrawdownAccount as get } from '@giftcards/marketplace'
import { toDrawdownAccount } from '../wire/drawdown-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import { customerOf, type Operation } from './operation.ts'

/** Returns the caller's drawdown balance (spec 2.10, 4.8). */
export const getDrawdownAccount: Operation<'getDrawdownAccount'> = async (
  _input,
  { caller, marketplace },
) => {
  const outcome = await get(marketplace, customerOf(caller))
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: toDrawdownAccount(outcome.value) }
}
