import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AtEnd, createFolder } from '../../../test/create-folder.ts'
import { namesOf, type Outcome, runSuites } from '../../../test/run-suites.ts'

const ends: Parameters<AtEnd>[0][] = []
const atEnd: AtEnd = (cleanUp) => ends.push(cleanUp)
afterAll(() => Promise.all(ends.map((cleanUp) => cleanUp())))

const run = (env: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<Outcome> =>
  runSuites(atEnd, env, ...argv)

// Each run starts a Vitest of its own: one keeps a fault, the next replays it, the last leaves tests out.
describe('describeContract', { timeout: 60_000 }, () => {
  let folder = ''
  let kept = ''
  let result: unknown
  let first: Outcome = new Map()
  let second: Outcome = new Map()
  beforeAll(async () => {
    folder = await createFolder(atEnd)
    const RESULT = join(await createFolder(atEnd), 'result.json')
    first = await run({ KEPT: folder, RESULT }, 'promoting', 'refused')
    result = JSON.parse(await readFile(RESULT, 'utf8'))
    const [file = ''] = await readdir(folder)
    kept = `Memos regressions ${file.replace('.json', '')}`
    second = await run({ KEPT: folder }, 'broken', 'correct')
  }, 60_000)

  it('passes one test for each operation and phase', () => {
    expect(namesOf(second, 'correct', 'failed')).toStrictEqual([])
    const passed = namesOf(second, 'correct', 'passed')
    expect(passed.filter((name) => name.startsWith('Memos coverage'))).toStrictEqual([
      ...['createMemo', 'listMemos', 'getMemo', 'deleteMemo'].map((name) => `Memos coverage ${name}`),
      'Memos coverage undeclared methods of /memos',
      'Memos coverage undeclared methods of /memos/{memoId}',
      'Memos coverage undeclared paths',
    ])
    expect(passed).toContain('Memos stateful createMemo')
    expect(passed.at(-1)).toBe('Memos the run as a whole')
  })

  it('fails the test that sees a fault, keeps it, and replays it', () => {
    expect(namesOf(first, 'promoting', 'failed')).toStrictEqual(['Memos coverage createMemo'])
    const [message = ''] =
      first.get('promoting')?.find(({ status }) => status === 'failed')?.failureMessages ?? []
    expect(message).toContain('The 201 answer of createMemo accepts an invalid request')
    expect(message).toContain("-H 'x-key: ***'")
    expect(message).toMatch(/again: --seed 1 --replay 'negative-data-rejection:createMemo:/)
    expect(namesOf(second, 'broken', 'failed')).toStrictEqual([kept, 'Memos coverage createMemo'])
    expect(namesOf(second, 'correct', 'passed')).toContain(kept)
  })

  it('judges no whole of which a filter left parts out', async () => {
    const filtered = await run({ KEPT: folder }, 'correct', '-t', 'undeclared paths|as a whole')
    expect(namesOf(filtered, 'correct', 'passed')).toStrictEqual(['Memos coverage undeclared paths'])
    expect(namesOf(filtered, 'correct', 'failed')).toStrictEqual([])
  })

  it('fails the run as a whole where nothing ever succeeds', () => {
    expect(result).toMatchObject({ title: 'Memos', verdict: 'findings' })
    expect(namesOf(first, 'refused', 'failed')).toContain('Memos the run as a whole')
  })
})
