import type { FaultTable } from '../fault.ts'
import { caller, carts, drawdownAccount, judgeCheckout, login, stockModel, walletCard } from '../sources.ts'

export const faults: FaultTable = [
  { rule: '1-01', file: login, find: 'await takeOverCart(tx, caller, customer.id, now)', replace: '' },
  {
    rule: '1-02',
    file: stockModel,
    after: 'export function bucketsFor',
    find: 'percentOffBps, type, isLowRisk }',
    replace: 'percentOffBps: merchantId === 101 ? 850 : percentOffBps, type, isLowRisk }',
  },
  {
    rule: '1-03',
    file: judgeCheckout,
    find: 'if (method === undefined)',
    replace: "if (method === undefined || method === 'STORE_CREDIT')",
  },
  {
    rule: '1-04',
    file: carts,
    find: 'const got = await tx.reserveStock(key, count)',
    replace: 'const got = (await tx.reserveStock(key, count)) || count',
  },
  {
    rule: '1-05',
    file: walletCard,
    find: "if (card?.order.customerId !== customerId || card.order.status === 'Canceled') return undefined",
    replace: "if (card === undefined || card.order.status === 'Canceled') return undefined",
  },
  { rule: '1-06', file: walletCard, find: "maskedPin: pin === '' ? '' : '****'", replace: 'maskedPin: pin' },
  {
    rule: '1-07',
    file: drawdownAccount,
    after: 'export function getDrawdownAccount',
    find: '!(await findLoggedInCustomer(tx, caller)).isElite',
    replace: '(await findLoggedInCustomer(tx, caller)) === undefined',
  },
  {
    rule: '1-08',
    file: caller,
    find: "if (!access.appIsEnabled) throw unauthorized('unknown_app')",
    replace: '',
  },
  {
    rule: '1-09',
    file: caller,
    find: "const takesToken = operationOf(response)?.object['x-access'] !== 'none'",
    replace: "const takesToken = operationOf(response)?.object['x-access'] === 'customer'",
  },
]
