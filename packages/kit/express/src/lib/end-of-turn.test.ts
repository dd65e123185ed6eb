import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atEndOfTurn } from './end-of-turn.ts'

describe('atEndOfTurn', () => {
  it('does what was left for it in order, and not before the turn ends', async () => {
    const done: string[] = []
    atEndOfTurn(() => void done.push('first'))
    await Promise.resolve()
    atEndOfTurn(() => void done.push('second'))
    await Promise.resolve()
    expect(done).toEqual([])
    await setImmediate()
    expect(done).toEqual(['first', 'second'])
  })

  it('does in the next turn what is left for it at the end of one', async () => {
    const done: string[] = []
    atEndOfTurn(() => {
      done.push('first')
      atEndOfTurn(() => void done.push('next'))
    })
    atEndOfTurn(() => void done.push('second'))
    await setImmediate()
    expect(done).toEqual(['first', 'second'])
    await setImmediate()
    expect(done).toEqual(['first', 'second', 'next'])
  })
})
