import { join } from 'node:path'
import process from 'node:process'
import type { Fault } from './fault.ts'
import { openFaultSession } from './fault-session.ts'
import { orderWire } from './sources.ts'

/** Command for the test of `openFaultSession`: writes the outcome of faults that prove nothing, and of one that does. */
const file = 'test/rules/2.8-order.test.ts'
const place = { rule: '2.8-04', file: orderWire, find: 'new Date(order.purchasedAt).toISOString()' } as const
const tried: readonly (readonly [Fault, readonly string[]])[] = [
  [{ ...place, replace: 'new Date(order.purchasedAt).toUTCString()' }, [file]],
  [{ ...place, replace: 'new Date(1 * order.purchasedAt).toISOString()' }, [file]],
  [{ ...place, replace: '][' }, [file]],
  [{ ...place, find: 'no such text', replace: '' }, [file]],
  [
    { ...place, replace: 'new Date(1 * order.purchasedAt).toISOString()' },
    ['test/rules/2.6-address.test.ts'],
  ],
]
const session = openFaultSession(join(import.meta.dirname, '../..'))
const kinds: string[] = []
for (const [fault, files] of tried) kinds.push((await session.run(fault, files)).kind)
await session.close()
// The runner has set it for the tests that failed as they had to.
process.exitCode = 0
process.stdout.write(`${JSON.stringify(kinds)}\n`)
