import { expect, it } from 'vitest'
import { runFaults } from './run-command.ts'

// The nightly run tries the whole table. For a change in many files, this test tries a sample of twelve affected rows.
it('faults in what has changed are detected by the tests of their rows', async () => {
  const { code, summary, undetected } = await runFaults('--changed', 'origin/main', '--sample', '12')
  expect(undetected).toStrictEqual([])
  expect(summary).toMatch(/^(\d+) faults, \1 detected by the tests of their row$/)
  expect(code).toBe(0)
})
