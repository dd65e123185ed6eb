import { describe, expect, it } from 'vitest'
import { sampleTurn } from './sample-turn.fixture.ts'
import { toCells } from './to-cells.ts'

const express = (round: number, perSecond: number) =>
  sampleTurn({ side: 'bare-express', round, perSecond, cpuUs: 50 })

describe('toCells', () => {
  it('takes the median of the rounds', () => {
    const [cell] = toCells([900, 300, 400].map((perSecond, index) => sampleTurn({ round: index, perSecond })))
    expect(cell).toMatchObject({ rounds: 3, perSecond: 400 })
  })

  it('keeps sides, works and connections apart', () => {
    const turns = [
      sampleTurn({}),
      sampleTurn({ side: 'prism' }),
      sampleTurn({ work: 'cart' }),
      sampleTurn({ connections: 1 }),
    ]
    expect(toCells(turns)).toHaveLength(4)
  })

  it('compares with bare Express in the same round', () => {
    const turns = [
      ...[1, 2, 3].map((round) => express(round, 1000 * round)),
      ...[500, 500, 3000].map((perSecond, index) => sampleTurn({ round: index + 1, perSecond })),
    ]
    // 0.5, 0.25 and 1; the ratio of the medians would be another, 0.25.
    expect(toCells(turns).find(({ side }) => side === 'sqlite')?.ratio).toBe(0.5)
  })

  it('compares with as many connections', () => {
    const turns = [{ ...express(1, 9000), connections: 64 }, express(1, 2000), sampleTurn({})]
    expect(toCells(turns).at(-1)?.ratio).toBe(0.5)
  })

  it('counts the CPU time of the database too', () => {
    const turns = [express(1, 1000), sampleTurn({ cpuUs: 60, databaseCpuUs: 40 })]
    expect(toCells(turns)[1]?.cpuRatio).toBe(0.5)
  })

  it('has no ratio where bare Express was not measured', () => {
    const [cell] = toCells([sampleTurn({}), express(2, 1)])
    expect(cell).not.toHaveProperty('ratio')
  })
})
