import { expect, it } from 'vitest'
import { runFaults } from './run-command.ts'

// The whole table takes minutes: `npm run test:faults`.
it('a sample of the faults is noticed by the tests of their rows', { timeout: 600_000 }, async () => {
  const { code, summary, unnoticed } = await runFaults('--sample', '3')
  expect(unnoticed).toStrictEqual([])
  expect(summary).toBe('3 faults, 3 noticed by the tests of their row')
  expect(code).toBe(0)
})
