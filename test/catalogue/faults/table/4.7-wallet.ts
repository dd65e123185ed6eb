import type { FaultTable } from '../fault.ts'
import { contract, walletCard, walletWire } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '4.7-01',
    file: contract,
    after: '\n      "walletCardId": {',
    find: '"type": "integer"',
    replace: '"type": "string"',
  },
  { rule: '4.7-02', file: walletWire, find: 'type: unit.type,', replace: "type: 'card'," },
  {
    rule: '4.7-03',
    file: walletCard,
    find: '`****${number.slice(-4)}`',
    replace: '`****${number.slice(-6)}`',
  },
  {
    rule: '4.7-04',
    file: walletCard,
    find: "maskedPin: pin === '' ? '' : '****'",
    replace: 'maskedPin: pin',
  },
  {
    rule: '4.7-05',
    file: walletCard,
    after: 'function barcodeOf',
    find: 'return merchant.barcodePrefix + serial',
    replace: "return ''",
  },
]
