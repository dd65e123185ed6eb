import type { FaultTable } from '../fault.ts'
import { contract, drawdownAccount, drawdownWire, ledger, orderSteps, schema, settings } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D9-01',
    file: drawdownWire,
    find: 'balance: toDollars(account.balanceCents)',
    replace: 'balance: toDollars(account.balanceCents + account.pendingCents)',
  },
  {
    rule: 'D9-02',
    file: ledger,
    find: 'pendingCents: account.pendingCents + dueCents',
    replace: 'pendingCents: account.pendingCents',
  },
  {
    rule: 'D9-03',
    file: orderSteps,
    find: 'if (captures) await captureHold(tx, order, step.at)',
    replace: 'if (captures) await releaseHold(tx, order)',
  },
  { rule: 'D9-04', file: orderSteps, find: '    await releaseHold(tx, order)\n', replace: '' },
  { rule: 'D9-05', file: orderSteps, find: '    await refundCapture(tx, order, at)\n', replace: '' },
  {
    rule: 'D9-06',
    file: ledger,
    find: 'if (account.balanceCents - account.pendingCents < dueCents) return false',
    replace: '',
  },
  {
    rule: 'D9-07',
    file: contract,
    after: schema('DrawdownTransaction'),
    find: '"Adjustment"',
    replace: '"Correction"',
  },
  { rule: 'D9-08', file: ledger, find: '`Refund for order #${id}`', replace: '`Refund #${id}`' },
  {
    rule: 'D9-09',
    file: ledger,
    find: 'const balanceCents = account.balanceCents + entry.amountCents\n  const row = {',
    replace: 'const balanceCents = account.balanceCents + 2 * entry.amountCents\n  const row = {',
  },
  { rule: 'D9-10', file: settings, find: 'maxLedgerRows: 1000', replace: 'maxLedgerRows: 999' },
  {
    rule: 'D9-11',
    file: drawdownAccount,
    find: 'pendingCents: 0, isActive: false }',
    replace: 'pendingCents: 0, isActive: true }',
  },
  {
    rule: 'D9-12',
    file: ledger,
    find: 'tx.insertStoreCreditTransaction({ ...entry, customerId, position, balanceCents }),',
    replace: '',
  },
]
