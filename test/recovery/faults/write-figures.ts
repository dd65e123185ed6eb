import { readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, platform } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import {
  type CheckFigures,
  type FaultFigures,
  faultNames,
  judgeCheck,
  judgeFault,
  readPart,
} from './figures.ts'

// Command that runs after the nightly tests of this workspace and copies their figures into the documentation. It fails if a part
// did not run to its end, or lost something.
const committed = join(import.meta.dirname, '../../../apps/docs/generated/fault-figures.json')

const faults = Object.fromEntries(faultNames.map((name) => [name, readPart(name)]))
const checks = readPart('requests')
const problems = [
  ...faultNames.flatMap((name) => judgeFault(name, faults[name] as FaultFigures | undefined)),
  ...judgeCheck(checks as CheckFigures | undefined),
]
if (problems.length > 0) {
  process.stderr.write(
    `${problems.join('\n')}\nNothing was written: run the nightly tests to their end first.\n`,
  )
  process.exitCode = 1
} else {
  const machine = {
    node: process.versions.node,
    sqlite: process.versions['sqlite'],
    system: `${platform()} ${arch()}`,
    processors: availableParallelism(),
  }
  const { matrix } = JSON.parse(readFileSync(committed, 'utf8')) as { readonly matrix: object }
  const figures = { faults, checks: { requests: checks }, matrix, machine, postgres: readPart('postgres') }
  writeFileSync(committed, `${JSON.stringify(figures, undefined, 2)}\n`)
}
