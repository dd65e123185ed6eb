import { expect, it } from 'vitest'
import { runFaults } from './run-command.ts'

it('every fault is noticed by the tests of its row', async () => {
  const { code, summary, unnoticed } = await runFaults('--workers', '2')
  expect(unnoticed).toStrictEqual([])
  expect(summary).toMatch(/^(\d+) faults, \1 noticed by the tests of their row$/)
  expect(code).toBe(0)
})
