import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { checkNames, faultNames, type CheckFigures, type FaultFigures } from './figures.ts'
import { judgeCheck, judgeFault } from './judge-figures.ts'
import { readPart } from './part-files.ts'

// Command: copies the figures of `npm run test:faults` and of the authorization matrix of `npm test` into the
// documentation. It fails if any part did not run to its end, or lost something.
const root = join(import.meta.dirname, '../../../..')
const committed = join(root, 'apps/docs/generated/fault-figures.json')

const faults = Object.fromEntries(faultNames.map((name) => [name, readPart(name)]))
const checks = Object.fromEntries(checkNames.map((name) => [name, readPart(name)]))

const matrixFile = join(root, 'test/security/.figures/authorization-matrix.json')
const matrix = existsSync(matrixFile) ? (JSON.parse(readFileSync(matrixFile, 'utf8')) as unknown) : undefined

const problems = [
  ...faultNames.flatMap((name) => judgeFault(name, faults[name] as FaultFigures | undefined)),
  ...checkNames.flatMap((name) => judgeCheck(name, checks[name] as CheckFigures | undefined)),
  ...(matrix === undefined ? ['The authorization matrix was not tested; npm test does.'] : []),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) {
  process.stderr.write('Nothing was written: run npm test and npm run test:faults to their ends first.\n')
  process.exitCode = 1
} else {
  const [machine, postgres] = [readPart('machine'), readPart('postgres')]
  const figures = { faults, checks, matrix, machine, postgres }
  writeFileSync(committed, `${JSON.stringify(figures, undefined, 2)}\n`)
}
