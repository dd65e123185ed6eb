import type { FaultTable } from '../fault.ts'
import { carts, coupons, keyedQueue, operation, settings, tokens } from '../sources.ts'

export const faults: FaultTable = [
  {
    rule: '8-01',
    file: carts,
    find: 'if (seen === undefined || seen.cart.expiresAt <= now) return undefined',
    replace:
      'if (seen === undefined || seen.cart.expiresAt <= now) return undefined\n  if (seen.cart.lines.length === 0) return { id: crypto.randomUUID(), lines: [], coupon: null, warning: null }',
  },
  {
    rule: '8-02',
    file: coupons,
    find: "if (cart.couponCode !== null) return refused('coupon_already_applied')",
    replace: '',
  },
  { rule: '8-03', file: tokens, find: 'refreshWindowMs = 300_000', replace: 'refreshWindowMs = 600_000' },
  { rule: '8-04', file: settings, find: 'secureDataWindowMs: 24 *', replace: 'secureDataWindowMs: 25 *' },
  {
    rule: '8-05',
    file: keyedQueue,
    find: 'if (waiting === undefined) {',
    replace: 'if (waiting === undefined || waiting.length === 0) {',
  },
  {
    rule: '8-06',
    file: operation('create-session'),
    find: 'expiresInSeconds: issued.expiresInSeconds',
    replace: 'expiresInSeconds: 3600',
  },
]
