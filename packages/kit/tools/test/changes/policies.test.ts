import { describe, expect, it } from 'vitest'
import { compareDocuments } from '../../src/changes/compare-documents.ts'
import type { Policies } from '../../src/changes/policies.ts'
import type { JsonObject } from '../../src/documents/json.ts'

const document = (operation: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.1',
  info: { title: 'Ferries', version: '1.0.0' },
  paths: { '/trips': { get: operation }, ...more },
})
const ok = { responses: { 200: { description: 'Trips' } } }
const none = { openapi: '3.1.1', info: { title: 'Ferries', version: '1.0.0' }, paths: {} }

const rate = (before: JsonObject, after: JsonObject, policies: Partial<Policies> = {}) =>
  compareDocuments(before, after, { today: '2026-11-25', ...policies }).map(
    ({ impact, rule }) => `${impact} ${rule}`,
  )

const deprecated = (sunset?: string): JsonObject =>
  document({ ...ok, deprecated: true, ...(sunset !== undefined && { 'x-sunset': sunset }) })

describe('removing what is deprecated', () => {
  it('breaks before the sunset', () => {
    const policies = { removalAfterSunset: 'minor' } as const
    expect(rate(deprecated('2026-11-26'), none, policies)).toStrictEqual(['major path-removed'])
    expect(rate(document(ok), none, policies)).toStrictEqual(['major path-removed'])
  })

  it('takes what the project decided from the day of the sunset', () => {
    expect(rate(deprecated('2026-11-25'), none)).toStrictEqual(['major path-removed'])
    expect(rate(deprecated('2026-11-25'), none, { removalAfterSunset: 'minor' })).toStrictEqual([
      'minor path-removed',
    ])
  })

  it('reads the date from the extension of the project', () => {
    const before = document({ ...ok, deprecated: true, 'x-removal': '2026-01-01' })
    const policies = { removalAfterSunset: 'minor', sunsetExtension: 'x-removal' } as const
    expect(rate(before, none, policies)).toStrictEqual(['minor path-removed'])
  })
})

describe('deprecating', () => {
  it('needs the days that were promised', () => {
    const policies = { minimumDays: 90 }
    expect(rate(document(ok), deprecated('2027-02-23'), policies)).toStrictEqual([
      'minor compatible',
      'patch wording',
    ])
    expect(rate(document(ok), deprecated('2027-02-22'), policies)[0]).toBe('major sunset-too-soon')
    expect(rate(document(ok), deprecated(), policies)[0]).toBe('major sunset-missing')
    expect(rate(document(ok), deprecated())).toStrictEqual(['minor compatible'])
  })

  it('keeps the date', () => {
    expect(rate(deprecated('2027-02-23'), deprecated('2027-02-22'))[0]).toBe('major sunset-earlier')
    expect(rate(deprecated('2027-02-23'), deprecated('2027-03-01'))).toStrictEqual(['patch wording'])
  })
})

describe('the rules of a project', () => {
  const rules = {
    'path-removed': { impact: 'minor', reason: 'Nobody calls it.', until: '2026-11-25' },
  } as const

  it('rate changes, with the reason', () => {
    const [change] = compareDocuments(document(ok), none, { today: '2026-11-25', rules })
    expect(change).toMatchObject({
      impact: 'minor',
      decision: 'It is rated minor until 2026-11-25: Nobody calls it.',
    })
  })

  it('accept one change at its place', () => {
    const before = document(ok, { '/ferries': { get: ok } })
    const accepted = [{ rule: 'path-removed', place: '/ferries', reason: 'Sold.' }]
    expect(
      compareDocuments(before, none, { accepted }).map(({ impact, place, decision }) => [
        impact,
        place,
        decision,
      ]),
    ).toStrictEqual([
      ['major', '/trips', undefined],
      ['minor', '/ferries', 'It is accepted: Sold.'],
    ])
  })

  it('end on their day', () => {
    const [change] = compareDocuments(document(ok), none, { today: '2026-11-26', rules })
    expect(change).toMatchObject({
      impact: 'major',
      decision: 'It was rated minor until 2026-11-25: Nobody calls it.',
    })
  })
})
