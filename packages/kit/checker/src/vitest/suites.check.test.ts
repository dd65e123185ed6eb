import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AtEnd, createFolder } from '../../test/create-folder.ts'
import { namesOf, type Outcome, runSuites } from '../../test/run-suites.ts'

const ends: Parameters<AtEnd>[0][] = []
const atEnd: AtEnd = (cleanUp) => ends.push(cleanUp)
afterAll(() => Promise.all(ends.map((cleanUp) => cleanUp())))

// Each run starts its own Vitest: one saves a fault, the next replays it, the last omits tests.
let kept = ''
let result: unknown
let baseline: unknown
let first: Outcome = new Map()
let second: Outcome = new Map()
let filtered: Outcome = new Map()

beforeAll(async () => {
  const KEPT = await createFolder(atEnd)
  const RESULT = join(await createFolder(atEnd), 'result.json')
  const BASELINE = join(await createFolder(atEnd), 'known.json')
  const update = { BASELINE, UPDATE: 'yes' }
  const suites = ['promoting', 'refused', 'parcels', 'baseline']
  first = await runSuites(atEnd, { KEPT, RESULT, UNREACHABLE: 'fail', ...update }, ...suites)
  baseline = JSON.parse(await readFile(BASELINE, 'utf8'))
  result = JSON.parse(await readFile(RESULT, 'utf8'))
  const [file = ''] = await readdir(KEPT)
  kept = `Memos regressions ${file.replace('.json', '')}`
  const faulty = { KEPT, FAULT: 'status', UNREACHABLE: 'report', BASELINE }
  second = await runSuites(atEnd, faulty, 'broken', 'correct', 'parcels', 'baseline')
  const some = ['-t', 'undeclared paths|as a whole|201|every']
  filtered = await runSuites(atEnd, { KEPT, UNREACHABLE: 'fail' }, 'correct', 'parcels', ...some)
})

describe('describeContract', () => {
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

  it('writes a baseline, and fails for nothing in it', () => {
    const check = 'negative-data-rejection'
    expect(baseline).toMatchObject({
      findings: [{ check, key: expect.stringContaining(`${check}:createMemo:`) }],
    })
    expect(namesOf(first, 'baseline', 'failed')).toStrictEqual([])
    expect(namesOf(second, 'baseline', 'failed')).toStrictEqual([])
    expect(namesOf(second, 'baseline', 'passed')).toContain('Memos the run as a whole')
  })

  it('judges no whole of which a filter left parts out', () => {
    expect(namesOf(filtered, 'correct', 'passed')).toStrictEqual(['Memos coverage undeclared paths'])
    expect(namesOf(filtered, 'correct', 'failed')).toStrictEqual([])
  })

  it('fails the run as a whole where nothing ever succeeds', () => {
    expect(result).toMatchObject({ title: 'Memos', verdict: 'incomplete' })
    expect(namesOf(first, 'refused', 'failed')).toContain('Memos the run as a whole')
  })
})

/** The tests of the suite with all recipes that ended in one way. */
const withRecipes = (outcome: Outcome, status: 'passed' | 'failed' | 'skipped') =>
  namesOf(outcome, 'parcels', status).filter((name) => !name.startsWith('Parcels without recipes'))

describe('describeExamples', () => {
  it('passes one test for each example and two more', () => {
    expect(withRecipes(first, 'failed')).toStrictEqual([])
    const passed = withRecipes(first, 'passed')
    expect(passed).toHaveLength(13)
    expect(passed[0]).toBe('Parcels create-parcel gives 201 light as documented')
    expect(passed.slice(-2)).toStrictEqual([
      'Parcels visits every response example',
      'Parcels sends every request example',
    ])
  })

  it('fails the tests that see a fault', () => {
    expect(withRecipes(second, 'failed')).toStrictEqual([
      'Parcels create-parcel gives 201 light as documented',
      'Parcels create-parcel gives 201 heavy as documented',
      'Parcels create-parcel accepts the request example quiet',
    ])
  })

  it('fails an example that cannot be reached', () => {
    const failed = (first.get('parcels') ?? []).filter(({ status }) => status === 'failed')
    const unreached = failed.find(({ fullName }) => fullName.includes('malformed'))
    expect(unreached?.failureMessages[0]).toContain(
      'This example cannot be reached: none of its request examples (light, heavy, weightless, quiet) has the same name',
    )
  })

  it('passes without examples that it only reports', () => {
    const names = namesOf(second, 'parcels', 'passed')
    expect(names).toContain('Parcels without recipes visits every response example')
    expect(names).not.toContain('Parcels without recipes create-parcel gives 4XX malformed as documented')
  })

  it('judges no whole of which a filter left parts out', () => {
    expect(withRecipes(filtered, 'failed')).toStrictEqual([])
    expect(withRecipes(filtered, 'passed')).toHaveLength(2)
  })
})
