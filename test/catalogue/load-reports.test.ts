import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadReports, reportPath } from './load-reports.ts'

const root = mkdtempSync(join(tmpdir(), 'reports-'))
const report = join(root, 'apps/one', reportPath)

function write(path: string, content: unknown) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
}

beforeEach(() => {
  rmSync(join(root, 'apps'), { recursive: true, force: true })
  write(join(root, 'package.json'), { workspaces: ['apps/*', 'test'] })
  write(join(root, 'apps/one/package.json'), { scripts: { test: 'vitest run' } })
  write(join(root, 'apps/no-tests/package.json'), { scripts: {} })
  write(join(root, 'apps/no-workspace/notes.md'), '')
  write(report, { testResults: [] })
})

afterAll(() => rmSync(root, { recursive: true }))

describe('loadReports', () => {
  it('reads the report of each workspace with tests', () => {
    const file = join(root, 'apps/one/src/a.test.ts')
    const test = { fullName: 'a', status: 'passed', meta: { rules: ['1-01'] } }
    write(report, { testResults: [{ name: file, assertionResults: [test] }] })
    expect(loadReports(root)).toEqual([
      {
        workspace: 'apps/one',
        state: 'current',
        tests: [{ title: 'a', file: 'apps/one/src/a.test.ts', status: 'passed', rules: ['1-01'] }],
      },
    ])
  })

  it('finds a report missing', () => {
    rmSync(report)
    expect(loadReports(root)).toEqual([{ workspace: 'apps/one', state: 'missing' }])
  })

  it('finds a report unreadable', () => {
    write(report, '<html>')
    expect(loadReports(root)).toEqual([{ workspace: 'apps/one', state: 'unreadable' }])
  })
})
