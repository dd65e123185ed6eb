import { describe, expect, it } from 'vitest'
import { createReportedFinding } from '../../test/create-result.ts'
import type { OverlayAction, ReportedFinding } from '../core/check-result.ts'
import { FindingError } from './finding-error.ts'

const target = "$.paths['/pets'].get.responses"
const long = { 401: { description: 'x'.repeat(200) } }

const changeOf = (finding: Partial<ReportedFinding>): string | undefined =>
  /^change: (.*)$/m.exec(new FindingError([createReportedFinding(finding)]).message)?.[1]

describe('FindingError', () => {
  it.each<[string, readonly OverlayAction[], string]>([
    [
      'an addition',
      [{ target, update: { 401: { description: 'No.' } } }],
      `if the server is right, add {"401":{"description":"No."}} to ${target}`,
    ],
    ['a removal', [{ target, remove: true }], `if the server is right, remove ${target}`],
    [
      'a long addition, cut',
      [{ target, update: long }],
      `if the server is right, add ${JSON.stringify(long).slice(0, 120)}… to ${target}`,
    ],
    [
      'several changes',
      [
        { target, remove: true },
        { target, update: { 200: {} } },
      ],
      `if the server is right, remove ${target}, add {"200":{}} to ${target}`,
    ],
  ])('tells %s of the document', (_what, fix, change) => {
    expect(changeOf({ fix })).toBe(change)
  })

  it.each([
    ['example-conformance', 'correct the example or its schema'],
    ['misleading-created', 'document 200 instead of 201'],
    ['not-a-server-error', undefined],
  ])('tells what to do about %s', (check, change) => {
    expect(changeOf({ check, fix: [] })).toBe(change)
  })
})
