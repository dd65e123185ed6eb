import { describe, expect, it } from 'vitest'
import { createSharedLock } from './shared-lock.ts'

/** Work that ends when it is told to. */
function createWork(events: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    end: resolve,
    run: async () => {
      events.push(`${name} begins`)
      await promise
      return name
    },
  }
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))

describe('createSharedLock', () => {
  it('is held by many, or by one', async () => {
    const lock = createSharedLock()
    const events: string[] = []
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => createWork(events, name))
    if (!a || !b || !c || !d) throw new Error('There are four')
    const held = [lock.share(a.run), lock.share(b.run), lock.own(c.run), lock.share(d.run)]
    await turn()
    expect(events).toEqual(['a begins', 'b begins'])
    a.end()
    await turn()
    expect(events).toEqual(['a begins', 'b begins'])
    b.end()
    await turn()
    expect(events).toEqual(['a begins', 'b begins', 'c begins'])
    c.end()
    await turn()
    expect(events).toEqual(['a begins', 'b begins', 'c begins', 'd begins'])
    d.end()
    expect(await Promise.all(held)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('goes on after work that fails', async () => {
    const lock = createSharedLock()
    const trouble = new Error('half-way')
    const fail = () => Promise.reject(trouble)
    const held = Promise.allSettled([lock.own(fail), lock.share(fail), lock.own(async () => 'done')])
    expect(await held).toEqual([
      { status: 'rejected', reason: trouble },
      { status: 'rejected', reason: trouble },
      { status: 'fulfilled', value: 'done' },
    ])
  })
})
