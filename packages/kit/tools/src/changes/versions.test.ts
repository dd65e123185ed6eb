import { describe, expect, it } from 'vitest'
import type { Change } from './change.ts'
import { judgeVersion } from './versions.ts'

const breaking: Change = {
  impact: 'major',
  rule: 'property-removed',
  place: 'GET /a, response 200, b',
  what: 'Property `b` was removed.',
  pointer: '/paths',
  side: 'revision',
}
const compatible: Change = {
  pointer: '',
  side: 'revision',
  impact: 'minor',
  rule: 'compatible',
  place: 'GET /c',
  what: 'Path `/c` is new.',
}
const wording: Change = {
  pointer: '',
  side: 'revision',
  impact: 'patch',
  rule: 'wording',
  place: 'GET /a',
  what: '`summary` is new: "A".',
}

describe('judgeVersion', () => {
  it('shows a value that was valid', () => {
    const [sentence] = judgeVersion('semver', '1.0.0', '1.1.0', [{ ...breaking, example: '"a"' }])
    expect(sentence).toContain('find nothing. For example "a". Put it back')
  })

  it('asks a breaking change for a major version', () => {
    const sentence =
      'GET /a, response 200, b: Property `b` was removed. Callers that read it find nothing. Put it back, or make it version 2.0.0.'
    expect(judgeVersion('semver', '1.4.2', '1.4.2', [breaking])).toStrictEqual([sentence])
    expect(judgeVersion('semver', '1.4.2', '1.5.0', [breaking])).toStrictEqual([sentence])
    expect(judgeVersion('semver', '1.4.2', '2.0.0', [breaking, compatible])).toStrictEqual([])
  })

  it('asks a compatible change for a minor version', () => {
    const sentence =
      'GET /c: Path `/c` is new. It is compatible, but changes more than wording: make it version 1.5.0.'
    expect(judgeVersion('semver', '1.4.2', '1.4.2', [compatible])).toStrictEqual([sentence])
    expect(judgeVersion('semver', '1.4.2', '1.4.3', [compatible])).toStrictEqual([sentence])
    expect(judgeVersion('semver', '1.4.2', '1.5.0', [compatible])).toStrictEqual([])
  })

  it('asks nothing of wording', () => {
    expect(judgeVersion('semver', '1.4.2', '1.4.2', [wording])).toStrictEqual([])
  })

  it('has a word for a rule it does not know', () => {
    expect(
      judgeVersion('semver', '1.0.0', '1.0.0', [{ ...breaking, rule: 'from-the-future' }]),
    ).toStrictEqual([
      'GET /a, response 200, b: Property `b` was removed. Callers that rely on it break. Put it back, or make it version 2.0.0.',
    ])
  })

  it('refuses to go back', () => {
    const older = 'is older than 1.4.2, which is released.'
    expect(judgeVersion('semver', '1.4.2', '1.4.1', [])).toStrictEqual([`Version 1.4.1 ${older}`])
    expect(judgeVersion('semver', '1.4.2', '1.3.9', [])).toStrictEqual([`Version 1.3.9 ${older}`])
    expect(judgeVersion('semver', '1.4.2', '0.9.9', [breaking])).toStrictEqual([`Version 0.9.9 ${older}`])
  })

  it('refuses a version that is none', () => {
    expect(judgeVersion('semver', '1.4.2', 'next', [])).toStrictEqual([
      'Version `next` is not of the form 1.2.3.',
    ])
  })

  it('takes other versions', () => {
    expect(judgeVersion('major-minor', '2.0', '2.1', [breaking])[0]).toMatch(/or make it version 3\.0\.$/)
    expect(judgeVersion('major-minor', '2.0', '3.0', [breaking])).toStrictEqual([])
    expect(judgeVersion('major-minor', '2.0', '2.0', [compatible])[0]).toMatch(/make it version 2\.1\.$/)
    expect(judgeVersion('date', '2026-11-25', '2026-11-25', [breaking])[0]).toMatch(
      /or make it a version of today\.$/,
    )
    expect(judgeVersion('date', '2026-11-25', '2026-12-01', [breaking])).toStrictEqual([])
    expect(judgeVersion('date', '2026-11-25', '2026-11-24', [])).toHaveLength(1)
    expect(judgeVersion('none', 'a', 'b', [breaking])).toStrictEqual([])
  })
})
