import { describe, expect, it } from 'vitest'
import {
  createOperationCoverage,
  createReportedFinding,
  createResult,
  createRunFinding,
} from '../../test/create-result.ts'
import { toJunit } from './junit.ts'

describe('toJunit', () => {
  it('has a suite for each phase and one for the run', () => {
    expect(toJunit(createResult()).split('\n')).toStrictEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="Pets" tests="3" failures="0" skipped="0" time="5.678">',
      '  <testsuite name="coverage" tests="1" failures="0" skipped="0">',
      '    <testcase classname="coverage" name="getPet"/>',
      '  </testsuite>',
      '  <testsuite name="stateful" tests="1" failures="0" skipped="0">',
      '    <testcase classname="stateful" name="getPet"/>',
      '  </testsuite>',
      '  <testsuite name="run" tests="1" failures="0" skipped="0">',
      '    <testcase classname="run" name="the run as a whole"/>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ])
  })

  it('fails the operation in the phase that found it', () => {
    const text = toJunit(createResult({ findings: [createReportedFinding()] }))
    expect(text).toContain(
      '<testcase classname="coverage" name="getPet"><failure type="response-schema-conformance" message="The 200',
    )
    expect(text).toContain('<testcase classname="stateful" name="getPet"/>')
    expect(text).toContain("curl http://pets.test/pets/1 -H 'authorization: Bearer ***'")
  })

  it('makes several findings of one case one failure', () => {
    const findings = [createReportedFinding(), createReportedFinding({ key: 'other', message: 'And this.' })]
    const text = toJunit(createResult({ findings }))
    expect(text.match(/<failure/g)).toHaveLength(1)
    expect(text).toContain('message="2 findings: The 200')
    expect(text).toContain('And this.')
  })

  it('fails the run for a law about the whole', () => {
    const text = toJunit(createResult({ findings: [createRunFinding()] }))
    expect(text).toContain('<testsuite name="run" tests="1" failures="1" skipped="0">')
  })

  it('marks skipped operations with the reason', () => {
    const skipped = [{ operationId: 'getPet', reason: 'excluded by a filter' }]
    expect(toJunit(createResult({ skipped }))).toContain(
      '<testcase classname="coverage" name="getPet"><skipped message="excluded by a filter"/></testcase>',
    )
  })

  it('is well-formed whatever an answer holds', () => {
    const nasty = 'a\u0000<b>&"\uD800]]>'
    const text = toJunit(
      createResult({
        title: nasty,
        findings: [createReportedFinding({ message: nasty, operationId: nasty, check: nasty })],
        coverage: { byOperation: [createOperationCoverage({ operationId: nasty })] },
      }),
    )
    expect(text).not.toMatch(/(?![\n])\p{Cc}|\p{Cs}|<b>|&(?!amp;|lt;|gt;|quot;)/u)
    expect(text).toContain('name="a\uFFFD&lt;b&gt;&amp;&quot;\uFFFD]]&gt;"')
  })
})
