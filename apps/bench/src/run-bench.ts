import { writeFileSync } from 'node:fs'
import process from 'node:process'
import type { BenchReport } from './figures/bench-report.ts'
import type { Cell } from './figures/cell.ts'
import { describeMachine, readLoad } from './figures/describe-machine.ts'
import { countTurns, runTurns } from './figures/run-turns.ts'
import { toCells } from './figures/to-cells.ts'
import { type LoadGenerator, startLoadGenerator } from './load/start-load-generator.ts'
import type { BenchOptions } from './options/read-options.ts'
import { measureCheck } from './parts/measure-check.ts'
import { measureParts } from './parts/measure-parts.ts'
import { createProgress, type Progress } from './report/progress.ts'
import { toFile } from './report/to-file.ts'
import { toText } from './report/to-text.ts'
import { openSides } from './sides/open-sides.ts'
import { withWorkplace } from './sides/workplace.ts'
import { works } from './works/works.ts'

/** Runs the requested measurements, and prints the results. Rejects if a side failed. */
export async function runBench(options: BenchOptions): Promise<void> {
  const loadAtStart = readLoad()
  const progress = createProgress(process.stderr, () => performance.now())
  const load = startLoadGenerator()
  try {
    const context = { load, quick: options.quick, onStep: (title: string) => progress.step(title) }
    // First of all: what fails here is not worth an hour of measuring.
    const check = options.check ? { check: await measureCheck(context) } : {}
    const cells = options.works.length === 0 ? [] : await measureWorks(options, load, progress)
    const parts = await measureParts(options.parts, context)
    const report: BenchReport = {
      measuredAt: new Date().toISOString(),
      quick: options.quick,
      rounds: options.rounds,
      seconds: options.seconds,
      cells,
      ...parts,
      ...check,
      machine: describeMachine(loadAtStart),
    }
    progress.end()
    process.stdout.write(toText(report))
    if (options.json !== undefined) writeFileSync(options.json, toFile(report))
  } finally {
    load.stop()
  }
}

function measureWorks(
  options: BenchOptions,
  load: LoadGenerator,
  progress: Progress,
): Promise<readonly Cell[]> {
  return withWorkplace(async (place) => {
    const chosen = works.filter(({ name }) => options.works.includes(name))
    const sides = await openSides(place, load, {
      names: options.sides,
      works: chosen,
      partners: Math.max(...options.connections),
      onStep: (title) => progress.step(title),
    })
    const turns = { ...options, sides, works: chosen }
    progress.expect(countTurns(turns))
    const cells = toCells(
      await runTurns(load, { ...turns, onTurn: (title, count) => progress.step(title, count) }),
    )
    progress.expect(0)
    return cells
  })
}
