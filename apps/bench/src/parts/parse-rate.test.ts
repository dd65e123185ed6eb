import { describe, expect, it } from 'vitest'
import { parseRate } from './measure-checker.ts'

const output = `load average: 0.6
in the process: 2,382 checked requests/s (1,846 requests, 0 findings), 13,637 bare requests/s, 1 : 5.7
over a port: 534 checked requests/s (1,848 requests, 0 findings), 609 bare requests/s, 1 : 1.1`

describe('parseRate', () => {
  it('reads the rates of its line', () => {
    expect(parseRate(output, 'in the process')).toStrictEqual({
      checkedPerSecond: 2382,
      barePerSecond: 13_637,
    })
    expect(parseRate(output, 'over a port')).toStrictEqual({ checkedPerSecond: 534, barePerSecond: 609 })
  })

  it('refuses output without the line', () => {
    expect(() => parseRate('load average: 0.6', 'over a port')).toThrow(
      'The checker printed no rate over a port',
    )
  })
})
