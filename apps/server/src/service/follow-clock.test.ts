import { createInMemoryStore } from '@giftcards/marketplace/testing'
import { describe, expect, it } from 'vitest'
import { followClock } from './follow-clock.ts'
import { openServiceClock } from './service-clock.ts'

const noon = Date.parse('2026-01-15T12:00:00.000Z')

/** A clock that another process has just frozen at noon, and a store that follows it. */
async function freezeElsewhere() {
  const store = createInMemoryStore()
  const clock = await openServiceClock(store)
  const following = followClock(store, clock)
  await (await openServiceClock(store)).set({ frozen: true, at: noon })
  return { clock, following }
}

describe('followClock', () => {
  it('takes the clock over before it reads', async () => {
    const { clock, following } = await freezeElsewhere()
    expect(await following.read(async () => clock.now())).toBe(noon)
  })

  it('takes the clock over before it writes', async () => {
    const { clock, following } = await freezeElsewhere()
    expect(await following.transaction(async () => clock.now())).toBe(noon)
  })

  it('takes the clock over when it is asked who may come in', async () => {
    const { clock, following } = await freezeElsewhere()
    expect((await following.findAccess('demo-app', null)).clock).toStrictEqual({
      frozenAt: noon,
      offsetMs: 0,
    })
    expect(clock.now()).toBe(noon)
  })

  it('takes the clock over when it is asked whether it is there', async () => {
    const { clock, following } = await freezeElsewhere()
    await following.ping()
    expect(clock.now()).toBe(noon)
  })

  it('keeps only what is approved of', async () => {
    const { following } = await freezeElsewhere()
    const take = () =>
      following.transaction(
        (tx) => tx.nextNumbers('card', 1),
        () => false,
      )
    expect([await take(), await take()]).toStrictEqual([1, 1])
  })
})
