import type { FaultTable } from '../fault.ts'
import { drawdownAccount, drawdownWire, operation } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '4.8-01',
    file: drawdownAccount,
    after: 'export function listDrawdownTransactions',
    find: "if (!(await findLoggedInCustomer(tx, caller)).isElite) return refused('drawdown_access_denied')",
    replace: '',
  },
  {
    rule: '4.8-02',
    file: drawdownWire,
    find: 'balance: toDollars(account.balanceCents)',
    replace: 'balance: toDollars(account.balanceCents - account.pendingCents)',
  },
  {
    rule: '4.8-03',
    file: operation('list-drawdown-transactions'),
    find: 'outcome.value.map(toDrawdownTransaction)',
    replace: '[]',
  },
  {
    rule: '4.8-04',
    file: operation('list-drawdown-transactions'),
    find: 'outcome.value.map(toDrawdownTransaction)',
    replace: 'outcome.value.map(toDrawdownTransaction).toReversed()',
  },
]
