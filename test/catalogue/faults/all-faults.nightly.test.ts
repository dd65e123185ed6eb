import { expect, it } from 'vitest'
import { runFaults } from './run-command.ts'

it('every fault is detected by the tests of its row', async () => {
  const { code, summary, undetected } = await runFaults('--workers', '2')
  expect(undetected).toStrictEqual([])
  expect(summary).toMatch(/^(\d+) faults, \1 detected by the tests of their row$/)
  expect(code).toBe(0)
})
