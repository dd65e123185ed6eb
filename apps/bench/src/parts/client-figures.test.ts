import { describe, expect, it } from 'vitest'
import { type CallRound, toClientFigures } from './measure-client.ts'

const round = (client: number, openapiFetch: number): CallRound => ({
  client: { wallUs: client, cpuUs: client * 3 },
  openapiFetch: { wallUs: openapiFetch, cpuUs: openapiFetch * 2 },
})

describe('toClientFigures', () => {
  it('compares within a round, and takes the median', () => {
    const bare = [round(110, 100), round(300, 200), round(105, 100)]
    const timed = [round(103, 100), round(204, 200), round(412, 400)]
    expect(toClientFigures(bare, timed)).toMatchObject({
      rounds: 3,
      client: { wallUs: 110 },
      openapiFetch: { wallUs: 100 },
      addedWallPercent: expect.closeTo(10),
      addedCpuPercent: expect.closeTo(65),
      timed: { wallUs: 200 },
      overTimedPercent: expect.closeTo(3),
    })
  })
})
