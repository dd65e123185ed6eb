import type { FaultTable } from '../fault.ts'
import { contract, schema, walletCard, walletWire } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '2.9-01',
    file: contract,
    after: schema('WalletCard'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
  {
    rule: '2.9-02',
    file: contract,
    after: schema('WalletCard'),
    find: '"internalCardId": {\n            "type": "integer"',
    replace: '"internalCardId": {\n            "type": "number"',
  },
  {
    rule: '2.9-03',
    file: contract,
    after: schema('WalletMerchant'),
    find: '"properties": {',
    replace: '"properties": { "country": { "type": "string" },',
  },
  {
    rule: '2.9-04',
    file: walletWire,
    find: 'balanceCheckLink: merchant.balanceCheckLink',
    replace: "balanceCheckLink: merchant.balanceCheckLink.replace('https://', '')",
  },
  { rule: '2.9-05', file: walletWire, find: 'format: merchant.barcodeFormat', replace: "format: 'EAN13'" },
  { rule: '2.9-06', file: walletWire, find: 'id: order.orderId', replace: 'id: String(order.id)' },
  {
    rule: '2.9-07',
    file: walletWire,
    find: 'cost: toDollars(unit.unitCostCents)',
    replace: 'cost: toDollars(unit.faceValueCents)',
  },
  { rule: '2.9-08', file: walletWire, find: 'coupon: unit.couponShareCents > 0', replace: 'coupon: false' },
  {
    rule: '2.9-09',
    file: walletWire,
    find: 'paymentMethodDiscount: toDollars(unit.paymentShareCents)',
    replace: 'paymentMethodDiscount: toDollars(unit.couponShareCents)',
  },
  { rule: '2.9-10', file: walletCard, find: '`****${number.slice(-4)}`', replace: 'number' },
  { rule: '2.9-11', file: walletWire, find: 'numberIsMasked: true', replace: 'numberIsMasked: false' },
  {
    rule: '2.9-12',
    file: walletWire,
    find: 'prefix: merchant.barcodePrefix',
    replace: 'prefix: card.barcodeContents.slice(0, 6)',
  },
  {
    rule: '2.9-13',
    file: walletWire,
    find: 'canNGCBalanceInquiry: merchant.canBalanceInquiry',
    replace: 'canNGCBalanceInquiry: true',
  },
  { rule: '2.9-14', file: walletWire, find: 'claims: [],', replace: "claims: ['none'] as never," },
  {
    rule: '2.9-15',
    file: contract,
    after: schema('Claim'),
    find: '"properties": {',
    replace: '"properties": { "currency": { "type": "string" },',
  },
]
