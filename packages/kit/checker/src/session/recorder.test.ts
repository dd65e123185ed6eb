import { describe, expect, it } from 'vitest'
import type { Finding, Severity } from '../core/check.ts'
import { Recorder } from './recorder.ts'

const finding = (key: string, operationId: string | null = 'getMemo', check = 'a-check'): Finding => ({
  check,
  operationId,
  pointer: '/paths',
  message: `${key} is wrong.`,
  key,
})

const rule = (severity: Severity) => ({ title: 'A rule', severity })

describe('Recorder', () => {
  it('keeps one entry for each key, and counts', () => {
    const recorder = new Recorder()
    expect(recorder.record(rule('high'), [finding('one'), finding('two')])).toStrictEqual(['one', 'two'])
    expect(recorder.record(rule('high'), [finding('two'), finding('three')])).toStrictEqual(['three'])
    expect(recorder.list().map((entry) => [entry.finding.key, entry.count])).toStrictEqual([
      ['one', 1],
      ['three', 1],
      ['two', 2],
    ])
    expect([recorder.has('two'), recorder.has('four')]).toStrictEqual([true, false])
  })

  it('lists by severity, then operation, then check; what has no operation last', () => {
    const recorder = new Recorder()
    recorder.record(rule('low'), [finding('low')])
    recorder.record(rule('high'), [
      finding('whole run', null),
      finding('z', 'getMemo', 'z'),
      finding('a', 'getMemo', 'b'),
    ])
    recorder.record(rule('high'), [finding('first', 'addMemo', 'z')])
    recorder.record(rule('critical'), [finding('critical')])
    expect(recorder.list().map((entry) => entry.finding.key)).toStrictEqual([
      'critical',
      'first',
      'a',
      'z',
      'whole run',
      'low',
    ])
  })
})
