import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AtEnd, createFolder } from '../../test/create-folder.ts'
import { createMemoApi, memoDocument, type MemoFault, memoKey } from '../../test/memo-api.ts'
import { namesOf, type Outcome, runSuites } from '../../test/run-suites.ts'
import type { CheckContractOptions } from '../core/check-options.ts'
import { ContractRun } from '../runner/contract-run.ts'
import { ContractSuite, groupItems } from './describe-contract.ts'

const ends: Parameters<AtEnd>[0][] = []
const atEnd: AtEnd = (cleanUp) => ends.push(cleanUp)
afterAll(() => Promise.all(ends.map((cleanUp) => cleanUp())))

const runNamed = (env: Readonly<Record<string, string>>, ...argv: readonly string[]): Promise<Outcome> =>
  runSuites(atEnd, env, ...argv)

// Each run starts a Vitest of its own: one keeps a fault, the next replays it, the last leaves tests out.
describe('describeContract', () => {
  let folder = ''
  let kept = ''
  let result: unknown
  let first: Outcome = new Map()
  let second: Outcome = new Map()
  beforeAll(async () => {
    folder = await createFolder(atEnd)
    const RESULT = join(await createFolder(atEnd), 'result.json')
    first = await runNamed({ KEPT: folder, RESULT }, 'promoting', 'refused')
    result = JSON.parse(await readFile(RESULT, 'utf8'))
    const [file = ''] = await readdir(folder)
    kept = `Memos regressions ${file.replace('.json', '')}`
    second = await runNamed({ KEPT: folder }, 'broken', 'correct')
  })

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
    expect(message).toContain('The 201 response of createMemo accepts an invalid request')
    expect(message).toContain("-H 'x-key: ***'")
    expect(message).toMatch(/replay: --seed 1 --replay 'negative-data-rejection:createMemo:/)
    expect(namesOf(second, 'broken', 'failed')).toStrictEqual([kept, 'Memos coverage createMemo'])
    expect(namesOf(second, 'correct', 'passed')).toContain(kept)
  })

  it('judges no whole of which a filter left parts out', async () => {
    const filtered = await runNamed({ KEPT: folder }, 'correct', '-t', 'undeclared paths|as a whole')
    expect(namesOf(filtered, 'correct', 'passed')).toStrictEqual(['Memos coverage undeclared paths'])
    expect(namesOf(filtered, 'correct', 'failed')).toStrictEqual([])
  })

  it('fails the run as a whole where nothing ever succeeds', () => {
    expect(result).toMatchObject({ title: 'Memos', verdict: 'incomplete' })
    expect(namesOf(first, 'refused', 'failed')).toContain('Memos the run as a whole')
  })
})

const prepare = async (fault?: MemoFault, more: Partial<CheckContractOptions> = {}) => {
  const api = createMemoApi(fault)
  const run = await ContractRun.prepare({
    document: memoDocument,
    fetch: api.fetch,
    reset: api.reset,
    headers: { 'x-key': memoKey },
    cases: 2,
    ...more,
  })
  await run.begin()
  const groups = groupItems(run.items)
  return { groups, suite: new ContractSuite(run, groups) }
}

describe('ContractSuite', () => {
  it('gives a finding to the test that saw it first', async () => {
    const { suite, groups } = await prepare('deleted-stays')
    const failed: string[] = []
    for (const group of groups) {
      const findings = await suite.work(group)
      failed.push(
        ...findings.map(
          ({ check, operationId }) => `${group.phase} ${group.subject}: ${check} ${operationId}`,
        ),
      )
    }
    expect(failed.toSorted()).toStrictEqual(['stateful createMemo: use-after-delete deleteMemo'])
    expect(suite.finish().findings).toStrictEqual([])
  })

  it('tells the findings of a test again when it is tried again', async () => {
    const { suite, groups } = await prepare('title-is-a-number')
    const group = groups[0] ?? groups.at(-1)
    const attempts = group === undefined ? [] : [await suite.work(group), await suite.work(group)]
    expect(attempts.map((findings) => findings.map(({ check }) => check))).toStrictEqual([
      ['response-schema-conformance'],
      ['response-schema-conformance'],
    ])
  })

  it('keeps what no test saw for the run as a whole', async () => {
    const { suite, groups } = await prepare(undefined, {
      thresholds: { keywords: 1.1 },
      headers: { 'x-key': 'wrong' },
    })
    for (const group of groups) await suite.work(group)
    const { findings, result } = suite.finish()
    expect(new Set(findings.map(({ check }) => check))).toStrictEqual(
      new Set(['coverage-threshold', 'operation-never-succeeded']),
    )
    expect(result.verdict).toBe('findings')
  })

  it('tells why it stopped', async () => {
    const { suite, groups } = await prepare(undefined, { maxTimeMs: 0 })
    const findings = await Promise.all(groups.slice(0, 1).map((group) => suite.work(group)))
    expect(findings).toStrictEqual([[]])
    expect(suite.stopReason).toBe('the time limit of the run was reached')
  })
})
