import { describe, expect, it } from 'vitest'
import { runBench } from './bench.ts'

describe('runBench', () => {
  it('has figures of the start of each server', async () => {
    const size = { connections: 1, requests: 2, rounds: 1, warmUp: 0, calls: 2 }
    const report = await runBench({ parts: ['start'], others: [], ...size, onStep: () => undefined })
    const number = expect.any(Number) as number
    expect(report.start).toEqual(
      ['by-hand', 'sqlite'].map((side) => ({ side, readyMs: number, idleMb: number })),
    )
  })
})
