import type { BenchReport } from '../figures/bench-report.ts'
import { judgedConnections, judgeTargets } from '../figures/targets.ts'
import { toSeconds } from './numbers.ts'
import { toPartTables } from './part-tables.ts'
import { toTextTable } from './text-table.ts'
import { toWorkTables } from './work-tables.ts'

/** A report as it is printed: the tables, the targets, the machine. */
export function toText(report: BenchReport): string {
  const { check } = report
  const paragraphs = [
    ...(report.cells.length === 0 ? [] : [toWorkTables(report.cells)]),
    ...toPartTables(report),
    ...(check === undefined
      ? []
      : [
          `npm run check, as far as turbo goes: ${toSeconds(check.coldMs)} cold, ${toSeconds(check.warmMs)} warm`,
        ]),
    toTargetTable(report),
    describeRun(report),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function toTargetTable(report: BenchReport): string {
  const verdicts = judgeTargets(report).filter(({ seen }) => seen !== undefined)
  if (verdicts.length === 0) return 'No target was measured.'
  return toTextTable(
    [`Targets of the server on SQLite, ${judgedConnections} connections`, 'wanted', 'seen', ''],
    verdicts.map(({ title, wanted, seen = '', isReached }) => [
      title,
      wanted,
      seen,
      isReached === true ? 'reached' : 'missed',
    ]),
  )
}

function describeRun({ machine, measuredAt, quick, rounds, seconds }: BenchReport): string {
  const { cpu, cores, memoryBytes, system, node, loadAtStart, loadAtEnd } = machine
  const memory = `${Math.round(memoryBytes / 1e9)} GB`
  return [
    `${cpu}, ${cores} cores, ${memory}, ${system}, Node ${node}, load average ${loadAtStart.toFixed(1)} before and ${loadAtEnd.toFixed(1)} after`,
    `${measuredAt}, ${rounds} round${rounds === 1 ? '' : 's'} of ${seconds} s${quick ? '; --quick: for trying, not for quoting' : ''}`,
    `The load generator and the measured server shared these cores.`,
  ].join('\n')
}
