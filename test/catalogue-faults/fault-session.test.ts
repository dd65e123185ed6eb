import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

it('tells a fault that a test notices from all others', { timeout: 600_000 }, async () => {
  const { code, lines } = await runCommand('try-outcomes.ts')
  expect(code).toBe(0)
  expect(JSON.parse(lines.join(''))).toStrictEqual([
    'killed',
    'survived',
    'unloadable',
    'mismatched',
    'untested',
  ])
})
