import type { FaultTable } from '../fault.ts'
import { orderModel, placeOrder, settings, settledOrders } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '3.2-01',
    file: orderModel,
    find: "Processing: 'Order Processing'",
    replace: "Processing: 'Processing'",
  },
  {
    rule: '3.2-02',
    file: settledOrders,
    after: 'export async function getOrder',
    find: "if (seen.kind === 'refused' || !isStepDue(seen.value, deps.clock.now())) return seen",
    replace: 'return seen',
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
