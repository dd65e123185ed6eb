import { expect, it } from 'vitest'
import { runFaults } from './run-command.ts'

// At night the whole table is tried. A change in many files tries a dozen rows, which stand for all that it touches.
it('faults in what has changed are detected by the tests of their rows', async () => {
  const { code, summary, undetected } = await runFaults('--changed', 'origin/main', '--sample', '12')
  expect(undetected).toStrictEqual([])
  expect(summary).toMatch(/^(\d+) faults, \1 detected by the tests of their row$/)
  expect(code).toBe(0)
})
