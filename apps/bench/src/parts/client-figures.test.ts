import { describe, expect, it } from 'vitest'
import { type ClientRound, toClientFigures } from './measure-client.ts'

const round = (client: number, fetch: number): ClientRound => ({
  client: { wallUs: client, cpuUs: client * 3 },
  fetch: { wallUs: fetch, cpuUs: fetch * 2 },
  timed: { wallUs: fetch * 1.1, cpuUs: fetch * 2 },
})

describe('toClientFigures', () => {
  it('compares within a round, and takes the median', () => {
    expect(toClientFigures([round(110, 100), round(300, 200), round(105, 100)])).toMatchObject({
      rounds: 3,
      client: { wallUs: 110 },
      fetch: { wallUs: 100 },
      addedWallPercent: expect.closeTo(10),
      addedCpuPercent: expect.closeTo(65),
      timed: { wallUs: expect.closeTo(110) },
      overTimedPercent: expect.closeTo(0),
    })
  })
})
