import { beforeAll, describe, expect, it } from 'vitest'
import { startSuite } from '../service.ts'
import { createHostileApp, runHostile } from './run-hostile.ts'

const suite = startSuite()

describe('a hostile caller', () => {
  let url: string
  beforeAll(async () => {
    url = await suite.listen(await createHostileApp())
  })

  it('finds no fault, and fills no memory, in 100,000 requests', async () => {
    const { heaps } = await runHostile(url, 100_000, 1)
    const [first = 0] = heaps
    expect(heaps.at(-1)).toBeLessThan(1.2 * first)
  })
})
