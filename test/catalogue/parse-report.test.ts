import { describe, expect, it } from 'vitest'
import { parseReport } from './parse-report.ts'

const reportWith = (result: object) =>
  JSON.stringify({ testResults: [{ name: '/p/a.test.ts', assertionResults: [result] }] })

describe('parseReport', () => {
  it('reads each test with its rows', () => {
    const text = reportWith({ fullName: 'cart is empty', status: 'passed', meta: { rules: ['2.2-03'] } })
    expect(parseReport(text)).toEqual([
      { title: 'cart is empty', file: '/p/a.test.ts', status: 'passed', rules: ['2.2-03'] },
    ])
  })

  it('reads a test without rows', () => {
    const text = reportWith({ fullName: 'adds', status: 'failed', meta: {} })
    expect(parseReport(text)).toEqual([{ title: 'adds', file: '/p/a.test.ts', status: 'failed', rules: [] }])
  })

  it('keeps rows that are no list', () => {
    const text = reportWith({ fullName: 'adds', status: 'passed', meta: { rules: '2.2-03' } })
    expect(parseReport(text)?.[0]?.rules).toEqual(['"2.2-03"'])
  })

  it('refuses what is no report', () => {
    expect(parseReport('')).toBeUndefined()
    expect(parseReport('null')).toBeUndefined()
    expect(parseReport('{}')).toBeUndefined()
  })
})
