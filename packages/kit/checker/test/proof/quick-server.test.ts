import { describe, expect, it } from 'vitest'
import { defects } from '../servers/all-servers.ts'
import { notes } from '../servers/notes/notes-server.ts'
import { checkServer } from './check-server.ts'
import { runDefect } from './run-defect.ts'

describe('checkContract', () => {
  it('finds nothing on the correct server notes', async () => {
    const { findings, coverage } = await checkServer(notes, undefined, { seed: 2, cases: 2 })
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toStrictEqual([])
    expect(coverage.operations.share).toBe(1)
  })

  it.each(defects.filter(({ server }) => server === notes.id))('finds notes $id', async (defect) => {
    expect((await runDefect(defect)).hits).not.toStrictEqual([])
  })
})
