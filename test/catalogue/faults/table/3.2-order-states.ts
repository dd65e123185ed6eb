import type { FaultTable } from '../fault.ts'
import { orderModel, placeOrder, settings, orderView } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '3.2-01',
    file: orderModel,
    find: "Processing: 'Order Processing'",
    replace: "Processing: 'Processing'",
  },
  {
    rule: '3.2-02',
    file: orderView,
    after: 'export function getOrder',
    find: 'viewOrder(tx, order)',
    replace: "viewOrder(tx, { ...order, status: 'Processing' })",
  },
  {
    rule: '3.2-03',
    file: placeOrder,
    after: 'export function delivery',
    find: "{ at, do: 'deliver-digital' }",
    replace: "{ at: at + settings.shipAfterMs, do: 'deliver-digital' }",
  },
  { rule: '3.2-04', file: settings, find: 'shipAfterMs: 24 *', replace: 'shipAfterMs: 25 *' },
]
