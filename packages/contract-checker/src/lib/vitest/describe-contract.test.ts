import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const vitest = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs')
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url))

interface Assertion {
  readonly fullName: string
  readonly status: 'passed' | 'failed' | 'skipped'
  readonly failureMessages: readonly string[]
}

/** Runs the suite of the memos with Vitest, as a project would. */
const run = async (
  env: Readonly<Record<string, string>>,
  ...argv: readonly string[]
): Promise<readonly Assertion[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'suite-'))
  const outputFile = join(folder, 'result.json')
  const { VITEST: _outer, ...outside } = process.env
  await new Promise((resolve) => {
    const options = ['run', '--root', fixtures, '--reporter=json', `--outputFile=${outputFile}`, ...argv]
    execFile(process.execPath, [vitest, ...options], { env: { ...outside, ...env } }, resolve)
  })
  const { testResults } = JSON.parse(await readFile(outputFile, 'utf8')) as {
    testResults: { assertionResults: Assertion[] }[]
  }
  return testResults.flatMap(({ assertionResults }) => assertionResults)
}

const namesOf = (tests: readonly Assertion[], status: Assertion['status']): readonly string[] =>
  tests.filter((test) => test.status === status).map(({ fullName }) => fullName)

// Each test starts a Vitest of its own.
describe('describeContract', { timeout: 60_000 }, () => {
  it('passes one test for each operation and phase', async () => {
    const tests = await run({})
    expect(namesOf(tests, 'failed')).toStrictEqual([])
    const passed = namesOf(tests, 'passed')
    expect(passed.filter((name) => name.startsWith('Memos coverage'))).toStrictEqual([
      ...['createMemo', 'listMemos', 'getMemo', 'deleteMemo'].map((name) => `Memos coverage ${name}`),
      'Memos coverage undeclared methods of /memos',
      'Memos coverage undeclared methods of /memos/{memoId}',
      'Memos coverage undeclared paths',
    ])
    expect(passed).toContain('Memos stateful createMemo')
    expect(passed.at(-1)).toBe('Memos the run as a whole')
  })

  it('fails the test that sees a fault, keeps it, and replays it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kept-'))
    const broken = { FAULT: 'long-titles', REGRESSIONS: folder }
    const first = await run({ ...broken, PROMOTE: '1' })
    expect(namesOf(first, 'failed')).toStrictEqual(['Memos coverage createMemo'])
    const [message = ''] = first.find(({ status }) => status === 'failed')?.failureMessages ?? []
    expect(message).toContain('The 201 answer of createMemo accepts an invalid request')
    expect(message).toContain("-H 'x-key: ***'")
    expect(message).toMatch(/again: --seed 1 --replay 'negative-data-rejection:createMemo:/)
    const [file = ''] = await readdir(folder)
    const kept = `Memos regressions ${file.replace('.json', '')}`
    expect(namesOf(await run(broken), 'failed')).toStrictEqual([kept, 'Memos coverage createMemo'])
    const mended = await run({ REGRESSIONS: folder })
    expect(namesOf(mended, 'failed')).toStrictEqual([])
    expect(namesOf(mended, 'passed')).toContain(kept)
  })

  it('judges no whole of which a filter left parts out', async () => {
    const tests = await run({}, '-t', 'undeclared paths|as a whole')
    expect(namesOf(tests, 'passed')).toStrictEqual(['Memos coverage undeclared paths'])
    expect(namesOf(tests, 'failed')).toStrictEqual([])
  })

  it('fails the run as a whole where nothing ever succeeds', async () => {
    const RESULT = join(await mkdtemp(join(tmpdir(), 'result-')), 'result.json')
    const tests = await run({ KEY: 'wrong', RESULT })
    expect(JSON.parse(await readFile(RESULT, 'utf8'))).toMatchObject({ title: 'Memos', verdict: 'findings' })
    expect(namesOf(tests, 'failed')).toContain('Memos the run as a whole')
  })
})
