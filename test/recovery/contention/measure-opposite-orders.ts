import process from 'node:process'
import { startContendedService } from './contended-service.ts'
import { quantile } from './open-loop.ts'
import { purchasers, runOppositeOrders, runOppositePurchases } from './opposite-orders.ts'

// Two carts at different servers add ten kinds of cards at one time, in opposite order. None may take much longer than the slowest that
// was alone, or beside a cart with other kinds, which shares processors but no rows. A deadlock costs a second, PostgreSQL's `deadlock_timeout`.
const pairs = Number(process.argv[2] ?? 1000)
const mostMoreMs = 250

// Afterwards customers buy the same two kinds by every way that there is to take stock and coupons.
const service = await startContendedService(2, purchasers)
const { alone, apart, inPairs, failures } = await runOppositeOrders(service.baseUrls, pairs)
const purchases = await runOppositePurchases(service.baseUrls, Math.ceil(pairs / 10))
const deadlocks = service.errors.get('deadlock detected') ?? 0
const faults = [...failures, ...purchases.failures, ...(await service.checkBooks())]
await service.end()
const describe = (times: readonly number[]): string => {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(0))
  return `p50 ${p50}, p99 ${p99}, max ${max} ms`
}
const moreMs = quantile(inPairs, 1) - Math.max(quantile(alone, 1), quantile(apart, 1))
if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`)
if (moreMs > mostMoreMs)
  faults.push(`The slowest took ${moreMs.toFixed(0)} ms more than alone, not ${mostMoreMs} ms at most`)
process.stdout.write(`${pairs} pairs of carts that add ten kinds of cards in opposite order
alone:                            ${describe(alone)}
beside one of other kinds:        ${describe(apart)}
beside one of the opposite order: ${describe(inPairs)}
${purchases.times.length} purchases of the same kinds:  ${describe(purchases.times)}
${faults.length === 0 ? 'All is as it should be.' : faults.join('\n')}
`)
process.exitCode = faults.length === 0 ? 0 : 1
