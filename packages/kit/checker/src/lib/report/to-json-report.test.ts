import { describe, expect, it } from 'vitest'
import { createReportedFinding, createResult } from '../../../test/create-result.ts'
import { toJsonReport } from './to-json-report.ts'

describe('toJsonReport', () => {
  it('has the fields that programs read', () => {
    const report = toJsonReport(createResult({ findings: [createReportedFinding()], verdict: 'findings' }))
    expect(Object.keys(report).toSorted()).toStrictEqual([
      'baseUrl',
      'coverage',
      'durationMs',
      'findings',
      'phases',
      'policiesUsed',
      'requests',
      'seed',
      'skipped',
      'title',
      'verdict',
    ])
    expect(report.findings[0]).toMatchObject({
      check: 'response-schema-conformance',
      operationId: 'getPet',
      pointer: '/components/schemas/Pet/properties/name/type',
      key: 'response-schema-conformance:getPet:01234567',
      phase: 'coverage',
      severity: 'high',
      reproduce: { curl: "curl http://pets.test/pets/1 -H 'authorization: Bearer ***'" },
    })
  })

  it('leaves out the exchange, in which credentials stand', () => {
    const [finding] = toJsonReport(createResult({ findings: [createReportedFinding()] })).findings
    expect(finding).not.toHaveProperty('exchange')
    expect(finding).not.toHaveProperty('sent')
  })
})
