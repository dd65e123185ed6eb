import type { JSX } from 'preact'
import { formatChange, formatMoney } from '../format/money.ts'
import { formatMoment } from '../format/moment.ts'
import { ScrollArea } from '../parts/scroll-area.tsx'
import type { Transaction } from '../watch/sandbox-data.ts'

/** The ledger, newest first. */
export function LedgerTable({
  transactions,
}: {
  readonly transactions: readonly Transaction[]
}): JSX.Element {
  return (
    <ScrollArea label="Drawdown ledger">
      <table class="ledger">
        <thead>
          <tr>
            <th scope="col">Transaction</th>
            <th scope="col" class="figure">
              Amount
            </th>
            <th scope="col" class="figure">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <tr key={transaction.id} class="arrives">
              <th scope="row">
                {transaction.type} <span class="soft">{transaction.description}</span>
                <br />
                <span class="soft figure">{formatMoment(Date.parse(transaction.date))}</span>
              </th>
              <td class="figure">{formatChange(transaction.amount)}</td>
              <td class="figure">{formatMoney(transaction.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}
