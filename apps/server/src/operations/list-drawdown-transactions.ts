import { listDrawdownTransactions as list } from '@giftcards/marketplace'
import { toDrawdownTransaction } from '../wire/drawdown-to-wire.ts'
import { refusalResponse } from '../wire/refusal-catalogue.ts'
import { customerOf, type Operation } from './operation.ts'

/** Lists the caller's drawdown ledger, newest first (spec 2.11, 4.8). */
export const listDrawdownTransactions: Operation<'listDrawdownTransactions'> = async (
  _input,
  { caller, marketplace },
) => {
  const outcome = await list(marketplace, customerOf(caller))
  return outcome.kind === 'refused'
    ? refusalResponse(outcome.refusal)
    : { status: 200, body: { transactions: outcome.value.map(toDrawdownTransaction) } }
}
