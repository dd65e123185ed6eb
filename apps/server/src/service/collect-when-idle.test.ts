import { expect, it } from 'vitest'
import { collectWhenIdle } from './collect-when-idle.ts'

/** How often a process collects, and how often it is watched, that is busy for those shares of its first windows. */
function run(shares: readonly number[]) {
  const waiting: (() => void)[] = []
  const left = [1, ...shares]
  const seen = { collections: 0, windows: 0 }
  collectWhenIdle(() => (seen.collections += 1), {
    startTimer(_ms, onTime) {
      seen.windows += 1
      waiting.push(onTime)
      return () => undefined
    },
    busyShare: () => left.shift() ?? 0,
  })
  for (let onTime = waiting.shift(); onTime !== undefined; onTime = waiting.shift()) onTime()
  return seen
}

it('a process collects once, in the first window with nothing to do', () => {
  expect(run([0.01])).toStrictEqual({ collections: 1, windows: 1 })
  expect(run([0.9, 0.2, 0.05, 0])).toStrictEqual({ collections: 1, windows: 3 })
})

it('a process that is at work from its start is left alone after a while', () => {
  expect(run(Array.from({ length: 60 }, () => 0.5))).toStrictEqual({ collections: 0, windows: 50 })
})
