import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AtEnd, createFolder } from './create-folder.ts'

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')
const fixtures = fileURLToPath(new URL('../src/vitest/fixtures', import.meta.url))

/** One test of a suite, as Vitest reports it. */
interface Assertion {
  readonly fullName: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly failureMessages: readonly string[]
}

/** The results of the tests of each suite, by the name of the suite. */
export type Outcome = ReadonlyMap<string, readonly Assertion[]>

/** Runs suites of `src/vitest/fixtures` with Vitest, as a project would; `argv` chooses them by name. */
export const runSuites = async (
  atEnd: AtEnd,
  env: Readonly<Record<string, string>>,
  ...argv: readonly string[]
): Promise<Outcome> => {
  const outputFile = join(await createFolder(atEnd), 'result.json')
  const { VITEST: _outer, ...outside } = process.env
  await new Promise((resolve) => {
    const options = ['run', '--root', fixtures, '--reporter=json', `--outputFile=${outputFile}`, ...argv]
    execFile(process.execPath, [vitest, ...options], { env: { ...outside, ...env } }, resolve)
  })
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8')) as {
    testResults: { name: string; assertionResults: Assertion[] }[]
  }
  return new Map(
    testResults.map(({ name, assertionResults }) => [basename(name, '-suite.ts'), assertionResults]),
  )
}

/** The full names of the tests of a suite that ended in one way. */
export const namesOf = (outcome: Outcome, suite: string, status: Assertion['status']): readonly string[] =>
  (outcome.get(suite) ?? []).filter((test) => test.status === status).map(({ fullName }) => fullName)
