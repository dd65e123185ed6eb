import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countProofs } from './count-proofs.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function writeReport(workspace: string, ...assertionResults: object[]) {
  const file = join(root, workspace, '.results/vitest.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ testResults: [{ assertionResults }] }))
}

describe('countProofs', () => {
  it('counts passing tests over all workspaces', () => {
    writeReport('test', { status: 'passed', meta: { rules: ['1-01', '1-01', '1-02'] } })
    writeReport(
      'apps/server',
      { status: 'passed', meta: { rules: ['1-01'] } },
      { status: 'passed', meta: {} },
    )
    writeReport('apps/mock', { status: 'failed', meta: { rules: ['1-02'] } })
    expect(countProofs(root)).toEqual(
      new Map([
        ['1-01', 2],
        ['1-02', 1],
      ]),
    )
  })

  it('knows nothing without a report', () => {
    expect(countProofs(root)).toBeUndefined()
  })
})
