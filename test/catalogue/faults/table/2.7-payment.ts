import type { FaultTable } from '../fault.ts'
import { checkout, contract, fromWire, judgeCheckout, schema } from '../sources.ts'

export const faults: FaultTable = [
  { rule: '2.7-01', file: contract, after: schema('Payment'), find: '"method"\n', replace: '\n' },
  {
    rule: '2.7-02',
    file: judgeCheckout,
    find: "if (method === undefined) return refused('payment_method_invalid')",
    replace: "if (method === undefined) return done({ method: 'STORE_CREDIT', legs: [] })",
  },
  {
    rule: '2.7-03',
    file: judgeCheckout,
    find: "if (kinds.some((kind) => ids[kind] === undefined)) return refused('payment_details_missing')",
    replace: 'if (kinds.some((kind) => ids[kind] === undefined)) return done({ method, legs: [] })',
  },
  {
    rule: '2.7-04',
    file: fromWire,
    find: 'bankId: details?.id',
    replace: 'bankId: details?.creditCardId ?? details?.id',
  },
  {
    rule: '2.7-05',
    file: fromWire,
    find: ': details?.creditCardId,',
    replace: ': (details?.creditCardId ?? details?.id),',
  },
  {
    rule: '2.7-06',
    file: fromWire,
    find: "method === 'ACH_CREDITCARD' ? details?.creditCardDetails?.creditCardId : ",
    replace: '',
  },
  {
    rule: '2.7-07',
    file: judgeCheckout,
    find: 'DRAWDOWN_ACCOUNT: [],',
    replace: "DRAWDOWN_ACCOUNT: ['bank'] as never,",
  },
  {
    rule: '2.7-08',
    file: checkout,
    find: 'await changeStoreCredit(tx, customer, purchaseEntry(order, now))',
    replace: '',
  },
]
