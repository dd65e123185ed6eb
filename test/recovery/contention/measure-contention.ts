import { availableParallelism, loadavg } from 'node:os'
import process from 'node:process'
import { startContendedService } from './contended-service.ts'
import { joinSeen, quantile, type Rate, runAtRate, type Seen } from './open-loop.ts'
import { type CrowdTarget, customersOf, openShop } from './shop.ts'

// Measures how much longer strangers wait while others compete for one row. Three servers run on one PostgreSQL in its default
// settings. 200 strangers come at a fixed rate, in three phases. They come alone, then beside a crowd whose members work on rows of
// their own. In the third phase the same crowd, at the same rate, works on one drawdown account and one stock row. The second phase
// separates the cost of sharing processors from the cost of waiting for a row. The phases take turns, so that other work on the machine
// affects all of them alike.
const size = { strangers: 200, payers: 6, collectors: 30 }
const strangersRate = { atOneTime: 1, perSecond: 10 }
/** Six payers and twelve collectors come at one time, so that they do meet, though processors have pauses. */
const crowdRate = { atOneTime: 18, perSecond: 2 }
const secondsEach = 4
const rounds = 12
/** The longest that strangers may take beside the hot rows, compared to their time without a crowd. */
const mostTimesLonger = 3

const phases: Readonly<Record<string, CrowdTarget | undefined>> = {
  alone: undefined,
  'beside a crowd on rows of its own': 'own rows',
  'beside a crowd on one account and one stock row': 'one row',
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const service = await startContendedService(3, customersOf(size))
const shop = await openShop(service.baseUrls, size)
const strangers = new Map<string, Seen[]>()
const crowd = new Map<string, Seen[]>()
/** The errors that PostgreSQL logged while each phase ran. */
const errors = new Map<string, Map<string, number>>()
let turn = 0
let crowdTurn = 0
const turnsOf = ({ atOneTime, perSecond }: Rate, seconds: number): number => atOneTime * perSecond * seconds
const runPhase = async (target: CrowdTarget | undefined, seconds: number) => {
  const seen = await Promise.all([
    runAtRate(strangersRate, seconds, turn, (at) => shop.strangerTurn(at)),
    target === undefined
      ? undefined
      : runAtRate(crowdRate, seconds, crowdTurn, (at) => shop.crowdTurn(at, target)),
  ])
  turn += turnsOf(strangersRate, seconds)
  crowdTurn += turnsOf(crowdRate, seconds)
  return seen
}

// Compiles what is compiled, and opens connections.
for (const target of Object.values(phases)) await runPhase(target, 3)
for (let round = 0; round < rounds; round += 1) {
  for (const [phase, target] of Object.entries(phases)) {
    const before = new Map(service.errors)
    const [own, others] = await runPhase(target, secondsEach)
    const logged = errors.get(phase) ?? new Map<string, number>()
    for (const [message, count] of service.errors)
      logged.set(message, (logged.get(message) ?? 0) + count - (before.get(message) ?? 0))
    errors.set(phase, logged)
    strangers.set(phase, [...(strangers.get(phase) ?? []), own])
    if (others !== undefined) crowd.set(phase, [...(crowd.get(phase) ?? []), others])
  }
}

const faults: string[] = []
const p99: number[] = []
for (const phase of Object.keys(phases)) {
  const own = joinSeen(strangers.get(phase) ?? [])
  const others = joinSeen(crowd.get(phase) ?? [])
  say(`\nStrangers ${phase}`)
  say(`  ${describe(own)}`)
  if (others.latencies.length > 0) say(`  the crowd: ${describe(others)}`)
  for (const [message, count] of errors.get(phase) ?? [])
    if (count > 0) say(`  PostgreSQL logged ${count} × ${message}`)
  p99.push(quantile(own.latencies, 0.99))
  for (const [name, count] of [...own.statuses, ...others.statuses])
    if (/ 5\d\d$/.test(name)) faults.push(`${count} × ${name} ${phase}`)
}
const [alone = Number.NaN, spread = Number.NaN, hot = Number.NaN] = p99
const times = hot / alone
say(
  `\np99 beside the hot rows: ${times.toFixed(2)} × alone, ${(hot / spread).toFixed(2)} × beside the same work on rows of its own`,
)
say(`The machine has ${availableParallelism()} processors and a load of ${loadavg()[0]?.toFixed(1)}`)
if (times > mostTimesLonger)
  faults.push(`Strangers took ${times.toFixed(2)} × as long, not ${mostTimesLonger} × at most`)
const deadlocks = service.errors.get('deadlock detected') ?? 0
if (deadlocks > 0) faults.push(`${deadlocks} deadlocks`)
faults.push(...(await service.checkBooks()))
await service.end()
say(faults.length === 0 ? '\nAll is as it should be.' : `\n${faults.join('\n')}`)
process.exitCode = faults.length === 0 ? 0 : 1

function describe({ latencies, statuses }: Seen): string {
  const figures = [0.5, 0.9, 0.99, 1].map((part) => quantile(latencies, part).toFixed(0))
  const answers = [...statuses].map(([name, count]) => `${name} × ${count}`).join(', ')
  return `p50 ${figures[0]}, p90 ${figures[1]}, p99 ${figures[2]}, max ${figures[3]} ms of ${latencies.length}: ${answers}`
}
