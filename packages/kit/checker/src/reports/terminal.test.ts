import { describe, expect, it } from 'vitest'
import {
  createOperationCoverage,
  createReportedFinding,
  createResult,
  createRunFinding,
  share,
} from '../../test/create-result.ts'
import { printResult } from './terminal.ts'

const plain = { isColoured: false, replayed: undefined, paths: [] }

const reproduce = createReportedFinding().reproduce

describe('printResult', () => {
  it('tells a finding from cause to replay', () => {
    const text = printResult(
      createResult({ verdict: 'findings', findings: [createReportedFinding()] }),
      plain,
    )
    expect(text).toBe(`
getPet  GET /pets/{petId}
  ✗ Body does not match its schema response-schema-conformance · high · seen 3 times
    The 200 response of getPet does not match its schema: /name is not of type string.
    document  /components/schemas/Pet/properties/name/type
    schema    "string"
    response  200 {"name":1}
    curl http://pets.test/pets/1 -H 'authorization: Bearer ***'
    replay    --seed 1 --replay 'response-schema-conformance:getPet:01234567'

Seen: operations 1/1 · responses 2/2 · parameters 1/1 · keywords 0/1 · examples 0/0
1,234 requests in 5.7 s, seed 1
✗ 1 finding
`)
  })

  it('says of a green run what was seen', () => {
    expect(printResult(createResult(), { ...plain, paths: ['out/report.html'] })).toBe(`
Seen: operations 1/1 · responses 2/2 · parameters 1/1 · keywords 0/1 · examples 0/0
1,234 requests in 5.7 s, seed 1
Written: out/report.html
✓ green: the server matches its document
`)
  })

  it('says of an incomplete run what was not seen', () => {
    const byOperation = [createOperationCoverage({ unseen: ['404', '4XX'] })]
    const skipped = [{ operationId: 'buyPet', reason: 'excluded by a filter' }]
    const policiesUsed = [{ operationId: 'getPet', status: 409, reason: 'pets rest', count: 1 }]
    const coverage = { byOperation, responses: share(1, 3) }
    const text = printResult(createResult({ verdict: 'incomplete', coverage, skipped, policiesUsed }), plain)
    expect(text).toContain('Documented responses never seen\n  getPet: 404, 4XX\n')
    expect(text).toContain('Not checked completely\n  buyPet: excluded by a filter\n')
    expect(text).toContain('Allowed by policy\n  getPet rejected 1 valid request with 409: pets rest\n')
    expect(text).toMatch(
      /! incomplete: .* 2 documented responses never seen and 1 operation not checked completely\n$/,
    )
  })

  it('tells the notes first', () => {
    expect(printResult(createResult({ notes: ['Converted.'] }), plain)).toMatch(/^\nNotes\n  Converted\.\n\n/)
  })

  it('keeps findings of one operation together', () => {
    const findings = [
      createReportedFinding({ severity: 'critical', key: 'a' }),
      createReportedFinding({ operationId: 'buyPet', key: 'b' }),
      createReportedFinding({ severity: 'low', check: 'slow-response', key: 'c' }),
      createRunFinding(),
    ]
    const text = printResult(createResult({ verdict: 'findings', findings }), plain)
    expect(text.match(/^\w.*$/gm)?.slice(0, 3)).toStrictEqual([
      'getPet  GET /pets/{petId}',
      'buyPet',
      'the run as a whole',
    ])
    expect(text).toContain('\n2 × response-schema-conformance\n1 × slow-response\n1 × coverage-threshold\n')
  })

  it('counts findings that nobody would read', () => {
    const findings = Array.from({ length: 45 }, (_item, index) =>
      createReportedFinding({ key: String(index) }),
    )
    const text = printResult(createResult({ verdict: 'findings', findings }), plain)
    expect(text.match(/✗ Body/g)).toHaveLength(40)
    expect(text).toContain('… and 5 findings more: --report html=report.html lists all of them.')
  })

  it('cuts long lists, bodies and sequences', () => {
    const byOperation = Array.from({ length: 10 }, (_item, index) =>
      createOperationCoverage({ operationId: `get${index}`, unseen: ['404'] }),
    )
    const script = Array.from({ length: 33 }, (_item, index) => `curl ${index}`).join('\n')
    const response = { status: 200, headers: {}, body: `a\u001B[31m${'x'.repeat(500)}` }
    const findings = [createReportedFinding({ reproduce: { ...reproduce, script, response } })]
    const text = printResult(
      createResult({ verdict: 'findings', findings, coverage: { byOperation } }),
      plain,
    )
    expect(text).toContain('  get7: 404\n  and 2 more\n')
    expect(text).toContain('    curl 29\n    … 3 more lines, see the reports\n')
    expect(text).toMatch(/response {2}200 a\uFFFD\[31mx{194}…\n/)
  })

  it('says how the document would have to change', () => {
    const fix = ['a', 'b', 'c', 'd'].map((name) => ({ target: `$.${name}`, remove: true as const }))
    const text = printResult(
      createResult({ verdict: 'findings', findings: [createReportedFinding({ fix })] }),
      plain,
    )
    expect(text).toContain(`    If the server is right, change the document:
      remove $.a
      remove $.b
      remove $.c
      and 1 more, see --write-overlay
`)
  })

  it('quotes no whole operation', () => {
    const findings = [
      createReportedFinding({ pointer: '/paths/~1pets/get', schemaFragment: '{"operationId":"getPet"}' }),
    ]
    expect(printResult(createResult({ verdict: 'findings', findings }), plain)).not.toContain('states')
  })

  it('says that a replayed finding no longer occurs', () => {
    const text = printResult(createResult({ verdict: 'incomplete' }), { ...plain, replayed: 'a:b:01234567' })
    expect(text).toBe('\n1,234 requests in 5.7 s, seed 1\n✓ a:b:01234567 no longer occurs\n')
  })

  it('colours where that is wanted', () => {
    expect(printResult(createResult(), { ...plain, isColoured: true })).toContain('\u001B[32m✓ green')
  })
})
