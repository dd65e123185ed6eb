import type { FaultTable } from '../fault.ts'
import { cartModel, money, priceOrder } from '../sources.ts'

export const faults: FaultTable = [
  { rule: 'D7-01', file: money, find: '< 1e-6', replace: '< 1e-1' },
  {
    rule: 'D7-02',
    file: money,
    find: 'BigInt(bps) + 10_000n) / 20_000n',
    replace: 'BigInt(bps) + 9_999n) / 20_000n',
  },
  {
    rule: 'D7-03',
    file: cartModel,
    find: 'return lineUnitCents(line) * line.quantity',
    replace: 'return lineUnitCents(line)',
  },
  {
    rule: 'D7-04',
    file: priceOrder,
    find: 'unit.unitCostCents - unit.couponShareCents',
    replace: 'unit.unitCostCents',
  },
  {
    rule: 'D7-05',
    file: money,
    find: 'return percentageOf(orderTotalCents, paymentDiscountBps[method])',
    replace: 'return orderTotalCents - percentageOf(orderTotalCents, 10_000 - paymentDiscountBps[method])',
  },
  {
    rule: 'D7-06',
    file: priceOrder,
    find: 'dueCents: orderTotalCents - discountCents',
    replace: 'dueCents: orderTotalCents',
  },
  {
    rule: 'D7-07',
    file: priceOrder,
    find: 'sum + line.faceValueCents * line.quantity',
    replace: 'sum + line.faceValueCents',
  },
  {
    rule: 'D7-08',
    file: money,
    find: 'for (const { index } of remainders.slice(0, left)) shares[index]! += 1',
    replace: '',
  },
  { rule: 'D7-09', file: money, find: 'ACH: 200', replace: 'ACH: 201' },
]
