import type { GrownSide } from '../parts/measure-operations.ts'
import { sideTitles, type SideName, yardstick } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { allCpu } from './all-cpu.ts'
import type { BenchReport } from './bench-report.ts'
import type { Cell } from './cell.ts'

/** One target beside what was seen. */
export interface Verdict {
  readonly title: string
  readonly wanted: string
  /** Absent where it was not measured. */
  readonly seen?: string
  readonly isReached?: boolean
}

/** The connections at which works are judged. */
export const judgedConnections = 16

/** How many times the CPU time per request of another side this server may take at a work, at most. */
const cpuTargets: readonly (readonly [work: string, other: SideName, atMost: number])[] = [
  ['wallet', 'express-validator', 0.9],
  ['wallet', 'prism', 0.5],
  ['cart', 'express-validator', 0.9],
  ['cart', 'prism', 0.5],
  ['add', 'prism', 1],
]

/** How many times the requests a second of bare Express a checkout reaches, at least. */
const checkoutAtLeast = 0.12

const readyWithinMs = 1500

/** How many times its cost under 15 operations a request may cost under 500, at most. */
const growthAtMost = 1.15

/** How much longer than bare openapi-fetch a call by the client may take, in percent. */
const clientAtMostPercent = 15

/** How many times its heap after fewer calls the client may have after the last, at most. */
const heapAtMost = 1.05

/** How many times the requests a second of one server two of them reach, at least. */
const twoServersAtLeast = 1.2

const toFactor = (times: number): string => `× ${times.toFixed(2)}`

/** Judges a report by what the server on SQLite is meant to reach. */
export function judgeTargets(report: BenchReport): readonly Verdict[] {
  const ready = report.start?.find(({ side }) => side === 'sqlite')?.readyMs
  return [
    ...cpuTargets.map(([work, other, atMost]) => judgeCpu(report, work, other, atMost)),
    judgeCheckout(report),
    judge('Start until ready', `≤ ${readyWithinMs.toLocaleString('en-US')} ms`, ready, {
      isReached: (ms) => ms <= readyWithinMs,
      show: (ms) => `${Math.round(ms).toLocaleString('en-US')} ms`,
    }),
    judgeGrowth(report),
    judge(
      'The client over openapi-fetch, by the clock',
      `≤ ${clientAtMostPercent} %`,
      report.client?.own.addedWallPercent,
      {
        isReached: (percent) => percent <= clientAtMostPercent,
        show: (percent) => `${percent.toFixed(1)} %`,
      },
    ),
    judgeHeap(report),
    judge('Two servers on one PostgreSQL, by one', `≥ × ${twoServersAtLeast}`, gainOf(report), {
      isReached: (gain) => gain >= twoServersAtLeast,
      show: toFactor,
    }),
  ]
}

function judgeCpu(report: BenchReport, work: string, other: SideName, atMost: number): Verdict {
  const own = findCell(report, work, 'sqlite')
  const measure = findCell(report, work, other)
  const title = `CPU: ${titleOf(work)}, by ${sideTitles[other]}`
  const wanted = `≤ × ${atMost}`
  if (own === undefined || measure === undefined) return { title, wanted }
  return judge(title, wanted, allCpu(own) / allCpu(measure), {
    isReached: (times) => times <= atMost,
    show: (times) => `${toFactor(times)} (${Math.round(allCpu(own))} by ${Math.round(allCpu(measure))} µs)`,
  })
}

/** In ratio to bare Express the rounds were compared one by one. */
function judgeCheckout(report: BenchReport): Verdict {
  const ratio = findCell(report, 'checkout', 'sqlite')?.ratio
  const title = `Requests a second: ${titleOf('checkout')}, by ${sideTitles[yardstick]}`
  return judge(title, `≥ × ${checkoutAtLeast}`, ratio, {
    isReached: (times) => times >= checkoutAtLeast,
    show: toFactor,
  })
}

function judgeGrowth(report: BenchReport): Verdict {
  const title = 'CPU of a request, 500 operations by 15'
  const other = growthOf(report, 'express-validator')
  return judge(title, `≤ × ${growthAtMost}`, growthOf(report, 'own'), {
    isReached: (growth) => growth <= growthAtMost,
    show: (growth) =>
      other === undefined
        ? toFactor(growth)
        : `${toFactor(growth)} (${sideTitles['express-validator']}: ${toFactor(other)})`,
  })
}

/** By the smallest heap before: the engine drops 5 MB of its own at some time, which would hide as much growth. */
function judgeHeap({ client }: BenchReport): Verdict {
  const heap = client?.heap.map(({ heapBytes }) => heapBytes)
  const last = heap?.at(-1)
  return judge(
    'Heap of the client, after 24,000 calls by fewer',
    `≤ × ${heapAtMost}`,
    last && heap && last / Math.min(...heap.slice(0, -1)),
    { isReached: (growth) => growth <= heapAtMost, show: toFactor },
  )
}

const titleOf = (name: string): string => works.find((work) => work.name === name)?.title ?? name

const findCell = ({ cells }: BenchReport, name: string, wanted: SideName): Cell | undefined =>
  cells.find(
    ({ side, work, connections }) => side === wanted && work === name && connections === judgedConnections,
  )

/** The cost under the largest document in ratio to that under the smallest. */
function growthOf({ operations }: BenchReport, wanted: GrownSide): number | undefined {
  const costs = (operations ?? []).filter(({ side }) => side === wanted).map(({ cpuUs }) => cpuUs)
  const [smallest] = costs
  const largest = costs.at(-1)
  return smallest === undefined || largest === undefined ? undefined : largest / smallest
}

/** With one database connection each: on more, one server may fill a machine by itself. */
function gainOf({ instances }: BenchReport): number | undefined {
  const [one, two] = [1, 2].map((count) =>
    instances?.find(({ servers, atWork }) => servers === count && atWork === 1),
  )
  return one && two && two.perSecond / one.perSecond
}

function judge(
  title: string,
  wanted: string,
  value: number | undefined,
  by: { readonly isReached: (value: number) => boolean; readonly show: (value: number) => string },
): Verdict {
  return value === undefined
    ? { title, wanted }
    : { title, wanted, seen: by.show(value), isReached: by.isReached(value) }
}
