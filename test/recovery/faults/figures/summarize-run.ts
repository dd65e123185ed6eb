import { arch, availableParallelism, platform } from 'node:os'
import process from 'node:process'
import { checkNames, faultNames, type CheckFigures, type FaultFigures, type Machine } from './figures.ts'
import { readPart, removeParts, writePart } from './part-files.ts'

/** Before the first suite: figures are of one run, so those of the run before are forgotten. */
export function setup(): void {
  removeParts()
  const machine: Machine = {
    node: process.versions.node,
    sqlite: process.versions['sqlite'] ?? '',
    system: `${platform()} ${arch()}`,
    processors: availableParallelism(),
  }
  writePart('machine', machine)
}

/** After the last suite: one line for each part that ran. */
export function teardown(): void {
  const faults = faultNames.flatMap((name) => {
    const figures = readPart(name) as FaultFigures | undefined
    return figures === undefined ? [] : [toFaultRow(name, figures)]
  })
  const checks = checkNames.flatMap((name) => {
    const figures = readPart(name) as CheckFigures | undefined
    return figures === undefined ? [] : [toCheckRow(name, figures)]
  })
  print(
    ['fault', 'rounds', 'writing', 'requests', 'purchases', 'settled', 'repeated', 'lost', 'seed'],
    faults,
  )
  print(['contract checker', 'requests', '2xx', '4xx', '5xx', 'operations', 'findings', 'seeds'], checks)
}

function toFaultRow(name: string, figures: FaultFigures): readonly string[] {
  const { rounds, wanted, writing, requests, purchases, settledPayments, repeatedPurchases, lost, seed } =
    figures
  const counts = [writing ?? '', requests, purchases, settledPayments, repeatedPurchases, lost, seed]
  return [name, `${rounds} of ${wanted}`, ...counts.map(String)]
}

function toCheckRow(name: string, figures: CheckFigures): readonly string[] {
  const { requests, answers, operations, findings, seeds } = figures
  const counts = [requests, answers['2xx'] ?? 0, answers['4xx'] ?? 0, answers['5xx'] ?? 0]
  const { reached, total } = operations
  return [name, ...counts.map(String), `${reached} of ${total}`, String(findings), seeds.join(' ')]
}

function print(header: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const lines = [header, ...rows].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
