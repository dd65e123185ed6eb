import { describe, expect, it } from 'vitest'
import { Line } from './line.ts'

/** What has happened so far, once everybody who can has gone on. */
async function settled(events: readonly string[]): Promise<readonly string[]> {
  await new Promise((resolve) => void setImmediate(resolve))
  return [...events]
}

describe('Line', () => {
  it('lets one in after the other, as they came', async () => {
    const line = new Line()
    const events: string[] = []
    for (const name of ['a', 'b', 'c']) void line.enter().then(() => events.push(name))
    expect(await settled(events)).toStrictEqual(['a'])
    line.leave()
    expect(await settled(events)).toStrictEqual(['a', 'b'])
    line.leave()
    expect(await settled(events)).toStrictEqual(['a', 'b', 'c'])
  })

  it('lets nobody in between who leaves and who waits', async () => {
    const line = new Line()
    const events: string[] = []
    await line.enter()
    void line.enter().then(() => events.push('waited'))
    line.leave()
    void line.enter().then(() => events.push('came later'))
    expect(await settled(events)).toStrictEqual(['waited'])
    line.leave()
    expect(await settled(events)).toStrictEqual(['waited', 'came later'])
  })

  it('is free when the last has left', async () => {
    const line = new Line()
    await line.enter()
    line.leave()
    await expect(line.enter()).resolves.toBeUndefined()
  })
})
