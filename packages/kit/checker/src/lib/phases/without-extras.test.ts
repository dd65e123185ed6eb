import { describe, expect, it } from 'vitest'
import { withoutExtras } from './without-extras.ts'

describe('withoutExtras', () => {
  it('takes what the template lacks from the baseline too', () => {
    expect(withoutExtras({ a: 1 }, { a: 1 }, { a: 7, b: 8 })).toStrictEqual({ a: 7 })
  })

  it('leaves what the scenario adds', () => {
    expect(withoutExtras({ a: 1 }, { a: 1, b: 2 }, { a: 7, b: 8, c: 9 })).toStrictEqual({ a: 7, b: 8 })
  })

  it('reaches only the object that the scenario changes', () => {
    const template = { owner: { id: 1 }, size: { width: 1 } }
    const scenario = { owner: { id: 1, name: 'a' }, size: { width: 1 } }
    const baseline = { owner: { id: 9, name: 'Ada', age: 3 }, size: { width: 2, depth: 3 }, note: 'x' }
    expect(withoutExtras(template, scenario, baseline)).toStrictEqual({
      owner: { id: 9, name: 'Ada' },
      size: { width: 2, depth: 3 },
      note: 'x',
    })
  })

  it('leaves another kind of value alone', () => {
    expect(withoutExtras([], [1], [2, 3])).toStrictEqual([2, 3])
  })
})
