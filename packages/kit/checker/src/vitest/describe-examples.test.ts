import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AtEnd } from '../../test/create-folder.ts'
import { namesOf, type Outcome, runSuites } from '../../test/run-suites.ts'

const ends: Parameters<AtEnd>[0][] = []
const atEnd: AtEnd = (cleanUp) => ends.push(cleanUp)
afterAll(() => Promise.all(ends.map((cleanUp) => cleanUp())))

/** The tests of the suite with all recipes that ended in one way. */
const withRecipes = (outcome: Outcome, status: 'passed' | 'failed' | 'skipped') =>
  namesOf(outcome, 'parcels', status).filter((name) => !name.startsWith('Parcels without recipes'))

// Each run starts a Vitest of its own.
describe('describeExamples', () => {
  let correct: Outcome
  let faulty: Outcome
  beforeAll(async () => {
    correct = await runSuites(atEnd, { UNREACHABLE: 'fail' }, 'parcels')
    faulty = await runSuites(atEnd, { FAULT: 'status', UNREACHABLE: 'report' }, 'parcels')
  })

  it('passes one test for each example and two more', () => {
    expect(withRecipes(correct, 'failed')).toStrictEqual([])
    const passed = withRecipes(correct, 'passed')
    expect(passed).toHaveLength(13)
    expect(passed[0]).toBe('Parcels create-parcel gives 201 light as documented')
    expect(passed.slice(-2)).toStrictEqual([
      'Parcels visits every response example',
      'Parcels sends every request example',
    ])
  })

  it('fails the tests that see a fault', () => {
    expect(withRecipes(faulty, 'failed')).toStrictEqual([
      'Parcels create-parcel gives 201 light as documented',
      'Parcels create-parcel gives 201 heavy as documented',
      'Parcels create-parcel accepts the request example quiet',
    ])
  })

  it('fails an example that cannot be reached', () => {
    const failed = (correct.get('parcels') ?? []).filter(({ status }) => status === 'failed')
    const unreached = failed.find(({ fullName }) => fullName.includes('malformed'))
    expect(unreached?.failureMessages[0]).toContain(
      'This example cannot be reached: none of its request examples (light, heavy, weightless, quiet) has the same name',
    )
  })

  it('passes without examples that it only reports', () => {
    const names = namesOf(faulty, 'parcels', 'passed')
    expect(names).toContain('Parcels without recipes visits every response example')
    expect(names).not.toContain('Parcels without recipes create-parcel gives 4XX malformed as documented')
  })

  it('judges no whole of which a filter left parts out', async () => {
    const filtered = await runSuites(atEnd, { UNREACHABLE: 'fail' }, 'parcels', '-t', '201|every')
    expect(withRecipes(filtered, 'failed')).toStrictEqual([])
    expect(withRecipes(filtered, 'passed')).toHaveLength(2)
  })
})
