import { sideTitles, type SideName, yardstick } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { allCpu } from './all-cpu.ts'
import type { BenchReport } from './bench-report.ts'

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

/** How much of its cost under a document of 15 operations a request may cost more under 500, to count as flat. */
const flatWithin = 0.2

/** How much the last quarter of an hour's requests may add to the memory of the third, which is at its full size, to count as flat. */
const memoryFlatWithin = 0.05

/** At least so many times the requests per second of another side. */
const workTargets: readonly (readonly [work: string, other: SideName, atLeast: number])[] = [
  ['wallet', yardstick, 0.5],
  ['wallet', 'prism', 1.7],
  ['cart', yardstick, 0.5],
  ['cart', 'prism', 1.7],
  ['add', yardstick, 0.3],
  ['add', 'prism', 1],
  ['checkout', yardstick, 0.15],
]

/** What two servers are to do at least, in ratio to one. */
const twoServers = 1.2

/** Holds a report against what the server on SQLite is meant to reach. */
export function judgeTargets(report: BenchReport): readonly Verdict[] {
  const idle = report.start?.find(({ side }) => side === 'sqlite')
  return [
    ...workTargets.map(([work, other, atLeast]) => judgeWork(report, work, other, atLeast)),
    judge('Start until ready', '≤ 1,000 ms', idle?.readyMs, {
      isReached: (ms) => ms <= 1000,
      show: (ms) => `${Math.round(ms).toLocaleString('en-US')} ms`,
    }),
    judge('Memory when idle', '≤ 150 MB', idle && idle.idleRssBytes / 1e6, {
      isReached: (megabytes) => megabytes <= 150,
      show: (megabytes) => `${Math.round(megabytes)} MB`,
    }),
    judge(
      'Memory after an hour, by three quarters of it',
      `≤ × ${1 + memoryFlatWithin}`,
      memoryGrowthOf(report),
      {
        isReached: (growth) => growth <= 1 + memoryFlatWithin,
        show: (growth) => `× ${growth.toFixed(2)}`,
      },
    ),
    judge('The client over fetch, by the clock', '≤ 5 %', report.client?.own.addedWallPercent, {
      isReached: (percent) => percent <= 5,
      show: (percent) => `${percent.toFixed(1)} %`,
    }),
    judge('CPU of a request, 500 operations by 15', `≤ × ${1 + flatWithin}`, growthOf(report), {
      isReached: (growth) => growth <= 1 + flatWithin,
      show: (growth) => `× ${growth.toFixed(2)}`,
    }),
    judge('Two servers on one PostgreSQL, by one', `≥ × ${twoServers}`, gainOf(report), {
      isReached: (gain) => gain >= twoServers,
      show: (gain) => `× ${gain.toFixed(2)}`,
    }),
  ]
}

function judgeWork({ cells }: BenchReport, name: string, other: SideName, atLeast: number): Verdict {
  const here = cells.filter(({ work, connections }) => work === name && connections === judgedConnections)
  const [own, measure] = ['sqlite', other].map((wanted) => here.find(({ side }) => side === wanted))
  const title = `${works.find((work) => work.name === name)?.title ?? name}, by ${sideTitles[other]}`
  const wanted = `≥ × ${atLeast}`
  if (own === undefined || measure === undefined) return { title, wanted }
  // In ratio to the yardstick the rounds were compared one by one.
  const ratio = other === yardstick ? own.ratio : own.perSecond / measure.perSecond
  return judge(title, wanted, ratio, {
    isReached: (times) => times >= atLeast,
    show: (times) => `× ${times.toFixed(2)}, by CPU × ${(allCpu(measure) / allCpu(own)).toFixed(2)}`,
  })
}

/** Where each works on one connection: on more, one server may fill a machine by itself. */
function gainOf({ instances }: BenchReport): number | undefined {
  const [one, two] = [1, 2].map((count) =>
    instances?.find(({ servers, atWork }) => servers === count && atWork === 1),
  )
  return one && two && two.perSecond / one.perSecond
}

function memoryGrowthOf({ memory }: BenchReport): number | undefined {
  const [third, last] = memory?.quarterRssBytes.slice(-2) ?? []
  return third === undefined || last === undefined ? undefined : last / third
}

function growthOf({ operations }: BenchReport): number | undefined {
  const costs = (operations ?? []).filter(({ side }) => side === 'own').map(({ cpuUs }) => cpuUs)
  const [smallest] = costs
  const largest = costs.at(-1)
  return smallest === undefined || largest === undefined ? undefined : largest / smallest
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
