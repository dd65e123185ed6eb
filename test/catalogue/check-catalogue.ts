import { join } from 'node:path'
import { judgeCatalogue } from './judge-catalogue.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { loadReports } from './load-reports.ts'

/** Command: fails and prints the problems unless a passing test proves every row of the rule catalogue. */
const rules = loadCatalogue().flatMap((section) => section.rules)
const verdict = judgeCatalogue(rules, loadReports(join(import.meta.dirname, '../..')))

for (const problem of verdict.problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`${verdict.summary}\n${verdict.totals}\n`)
process.exitCode = verdict.problems.length === 0 ? 0 : 1
