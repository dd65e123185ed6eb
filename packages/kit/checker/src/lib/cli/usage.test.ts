import { describe, expect, it } from 'vitest'
import { cliOptions } from './cli-options.ts'
import { usage } from './usage.ts'

describe('usage', () => {
  it('tells of every option', () => {
    const told = new Set(usage.match(/--[a-z-]+/g))
    expect([...told].toSorted()).toStrictEqual(Object.keys(cliOptions).map((name) => `--${name}`).toSorted()) // prettier-ignore
  })

  it('fits a terminal of 100 columns', () => {
    expect(Math.max(...usage.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })
})
