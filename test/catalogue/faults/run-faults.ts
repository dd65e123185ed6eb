import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { isFault, type Fault } from './fault.ts'
import { openFaultSession, type Outcome } from './fault-session.ts'
import { findTests } from './find-tests.ts'
import { loadTable } from './load-table.ts'
import { takeSample } from './take-sample.ts'

/**
 * Command: injects one fault for each row of the rule catalogue, and fails unless a test of the row detects it.
 * `node run-faults.ts [<row or file of the catalogue>...] [--changed <base>] [--sample <count>] [--workers <count>]`.
 *
 * `--changed` selects the rows whose changed file or test files differ from the merge base with `base`. If there are none,
 * or `base` does not exist, it runs three rows of the table.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    sample: { type: 'string' },
    workers: { type: 'string', default: '1' },
  },
})
const root = join(import.meta.dirname, '../../..')
const tests = findTests(root)
const all = [...(await loadTable())].flatMap(([section, entries]) =>
  entries
    .filter(isFault)
    .filter(
      ({ rule }) => positionals.length === 0 || positionals.includes(section) || positionals.includes(rule),
    ),
)
const chosen = choose()
const queue = [...chosen]
let killed = 0

// The copy of the tree is removed on exit. `disconnect` means that the parent process has ended.
for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(end, () => process.exit(1))
// A channel with a listener would keep this process alive.
process.channel?.unref()
await Promise.all(Array.from({ length: Math.min(Number(values.workers), queue.length) }, work))
process.stdout.write(`${chosen.length} faults, ${killed} detected by the tests of their row\n`)
process.exitCode = chosen.length > 0 && killed === chosen.length ? 0 : 1

function choose(): readonly Fault[] {
  if (values.changed === undefined) return sampled(all)
  const files = listChanged(values.changed)
  const near = all.filter(({ rule, file }) =>
    [file, ...(tests.get(rule) ?? [])].some((one) => files.has(one)),
  )
  return near.length === 0 ? takeSample(all, 3) : sampled(near)
}

function sampled(faults: readonly Fault[]): readonly Fault[] {
  return values.sample === undefined ? faults : takeSample(faults, Number(values.sample))
}

/** Returns the files that differ from the merge base with `base`, committed or not. */
function listChanged(base: string): ReadonlySet<string> {
  try {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return new Set(
      git('diff', '--name-only', git('merge-base', base, 'HEAD').trim())
        .trim()
        .split('\n'),
    )
  } catch {
    return new Set()
  }
}

/** Takes faults from the queue until it is empty, and runs them in a separate copy of the repository. */
async function work(): Promise<void> {
  const session = openFaultSession(root)
  try {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const startedAt = performance.now()
      const outcome = await session.run(fault, tests.get(fault.rule) ?? [])
      if (outcome.kind === 'killed') killed += 1
      process.stdout.write(`${describe(fault, outcome)} (${Math.round(performance.now() - startedAt)} ms)\n`)
    }
  } finally {
    await session.close()
  }
}

function describe({ rule, file }: Fault, outcome: Outcome): string {
  switch (outcome.kind) {
    case 'killed':
      return `${rule} killed: ${outcome.by}`
    case 'timed out':
      return `${rule} TIMED OUT: the fault in ${file} lets a test run into its time limit`
    case 'survived':
      return `${rule} SURVIVED: no test of the row notices the fault in ${file}`
    case 'unloadable':
      return `${rule} UNLOADABLE: the fault in ${file} keeps the tests from running: ${outcome.message}`
    case 'mismatched':
      return `${rule} MISMATCHED: ${outcome.message}`
    case 'untested':
      return `${rule} UNTESTED: no test of the row ran`
    default:
      return outcome satisfies never
  }
}
