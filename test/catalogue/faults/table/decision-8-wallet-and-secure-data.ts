import type { FaultTable } from '../fault.ts'
import {
  caller,
  fullContract,
  operation,
  operationObject,
  stored,
  walletCard,
  walletWire,
} from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: 'D8-01',
    file: walletCard,
    find: 'return fulfilledAt === null || sealedSecrets === null ? undefined : { ...card, fulfilledAt, sealedSecrets }',
    replace: "return { ...card, fulfilledAt: fulfilledAt ?? 0, sealedSecrets: sealedSecrets ?? '' }",
  },
  {
    rule: 'D8-02',
    file: walletCard,
    find: "if (card?.order.customerId !== customerId || card.order.status === 'Canceled') return undefined",
    replace: "if (card === undefined || card.order.status === 'Canceled') return undefined",
  },
  { rule: 'D8-03', file: walletCard, find: '`****${number.slice(-4)}`', replace: '`***${number.slice(-4)}`' },
  {
    rule: 'D8-04',
    file: walletCard,
    find: "maskedPin: pin === '' ? '' : '****'",
    replace: "maskedPin: '****'",
  },
  {
    rule: 'D8-05',
    file: walletWire,
    find: 'numberIsMasked: true',
    replace: "numberIsMasked: unit.type === 'ecode'",
  },
  {
    rule: 'D8-06',
    file: walletWire,
    find: 'cost: toDollars(unit.unitCostCents)',
    replace: 'cost: toDollars(unit.unitCostCents - unit.paymentShareCents)',
  },
  {
    rule: 'D8-07',
    file: walletWire,
    find: 'paymentMethodDiscount: toDollars(unit.paymentShareCents)',
    replace: 'paymentMethodDiscount: unit.paymentShareCents',
  },
  {
    rule: 'D8-08',
    file: walletWire,
    find: 'unit.currentBalanceCents === 0',
    replace: 'unit.currentBalanceCents < unit.faceValueCents',
  },
  {
    rule: 'D8-09',
    file: walletCard,
    find: 'const { serial, ...masked } = vault.openMasked(unit.id, sealedSecrets)',
    replace:
      'const { ...masked } = vault.openMasked(unit.id, sealedSecrets)\n  const serial = vault.open(unit.id, sealedSecrets).number',
  },
  {
    rule: 'D8-10',
    file: operation('get-secure-data'),
    find: 'const { number, pin, barcode } = outcome.value',
    replace: "const { number, barcode } = outcome.value\n  const pin = '****'",
  },
  {
    rule: 'D8-11',
    file: operation('get-secure-data'),
    find: "headers: { 'cache-control': 'no-store' }",
    replace: "headers: { 'cache-control': 'private' }",
  },
  {
    rule: 'D8-12',
    file: walletCard,
    find: 'const card = inWallet(await tx.findCard(cardId), customerId)',
    replace:
      'const found = await tx.findCard(cardId)\n    const card = inWallet(found, found?.order.customerId ?? customerId)',
  },
  {
    rule: 'D8-13',
    file: walletCard,
    find: "if (now > card.fulfilledAt + settings.secureDataWindowMs) return refused('secure_data_expired')",
    replace: '',
  },
  {
    rule: 'D8-14',
    file: caller,
    find: 'await limit.count(`${appId}/${sessionId || ip}`, reportLimit)',
    replace:
      "if (!_request.path.endsWith('/secure-data')) await limit.count(`${appId}/${sessionId || ip}`, reportLimit)",
  },
  {
    rule: 'D8-15',
    file: stored('audit-log'),
    find: "await audit.append(\n        [{ kind: 'secure-data.read', customerId, cardId }],\n        db.insertInto('secure_reads').values(row).execute(),\n      )",
    replace: "await db.insertInto('secure_reads').values(row).execute()",
  },
  {
    rule: 'D8-16',
    file: fullContract,
    after: operationObject('getSecureData'),
    find: '"x-source": "extension"',
    replace: '"x-source": "4.7"',
  },
]
