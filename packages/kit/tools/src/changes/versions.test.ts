import { describe, expect, it } from 'vitest'
import type { Change } from './change.ts'
import { judgeVersion, type Versioning } from './versions.ts'

const where = { pointer: '', side: 'revision' } as const
const breaking: Change = {
  ...where,
  impact: 'major',
  rule: 'property-removed',
  place: 'GET /a, response 200, b',
  what: 'Property `b` was removed.',
}
const compatible: Change = {
  ...where,
  impact: 'minor',
  rule: 'compatible',
  place: 'GET /c',
  what: 'Path `/c` is new.',
}
const wording: Change = {
  ...where,
  impact: 'patch',
  rule: 'wording',
  place: 'GET /a',
  what: '`summary` is new: "A".',
}

const removed = 'GET /a, response 200, b: Property `b` was removed.'
const breaks = `${removed} Callers that read it find nothing. Put it back, or make it version 2.0.0.`
const raise =
  'GET /c: Path `/c` is new. It is compatible, but changes more than wording: make it version 1.5.0.'
const isOlder = 'is older than 1.4.2, which is released.'

describe('judgeVersion', () => {
  it('shows a value that was valid', () => {
    const [sentence] = judgeVersion('semver', '1.0.0', '1.1.0', [{ ...breaking, example: '"a"' }])
    expect(sentence).toContain('find nothing. For example "a". Put it back')
  })

  it.each<[Versioning, string, string, readonly Change[], readonly string[]]>([
    ['semver', '1.4.2', '1.4.2', [breaking], [breaks]],
    ['semver', '1.4.2', '1.5.0', [breaking], [breaks]],
    ['semver', '1.4.2', '2.0.0', [breaking, compatible], []],
    ['semver', '1.4.2', '1.4.2', [compatible], [raise]],
    ['semver', '1.4.2', '1.4.3', [compatible], [raise]],
    ['semver', '1.4.2', '1.5.0', [compatible], []],
    ['semver', '1.4.2', '1.4.2', [wording], []],
    ['semver', '1.4.2', '1.4.1', [], [`Version 1.4.1 ${isOlder}`]],
    ['semver', '1.4.2', '1.3.9', [], [`Version 1.3.9 ${isOlder}`]],
    ['semver', '1.4.2', '0.9.9', [breaking], [`Version 0.9.9 ${isOlder}`]],
    ['semver', '1.4.2', 'next', [], ['Version `next` is not of the form 1.2.3.']],
    ['major-minor', '2.0', '2.1', [breaking], [breaks.replace('2.0.0', '3.0')]],
    ['major-minor', '2.0', '3.0', [breaking], []],
    ['major-minor', '2.0', '2.0', [compatible], [raise.replace('1.5.0', '2.1')]],
    ['date', '2026-11-25', '2026-11-25', [breaking], [breaks.replace('version 2.0.0', 'a version of today')]],
    ['date', '2026-11-25', '2026-12-01', [breaking], []],
    [
      'date',
      '2026-11-25',
      '2026-11-24',
      [],
      ['Version 2026-11-24 is older than 2026-11-25, which is released.'],
    ],
    ['none', 'a', 'b', [breaking], []],
  ])('by %s from %s to %s for %j says %j', (versioning, before, after, changes, sentences) => {
    expect(judgeVersion(versioning, before, after, changes)).toStrictEqual(sentences)
  })

  it('has a word for a rule it does not know', () => {
    const [sentence] = judgeVersion('semver', '1.0.0', '1.0.0', [{ ...breaking, rule: 'from-the-future' }])
    expect(sentence).toBe(`${removed} Callers that rely on it break. Put it back, or make it version 2.0.0.`)
  })
})
