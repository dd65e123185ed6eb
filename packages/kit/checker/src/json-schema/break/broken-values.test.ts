import { describe, expect, it } from 'vitest'
import { putPart, partAt } from './invalid-values.ts'

describe('putPart', () => {
  it('replaces a part and leaves the rest', () => {
    expect(putPart({ a: [1, { b: 2 }], c: 3 }, { a: [0, { b: 0 }] }, ['a', '1', 'b'], 'x')).toEqual({
      a: [1, { b: 'x' }],
      c: 3,
    })
  })

  it('takes over from the donor what is missing', () => {
    expect(putPart({ c: 3 }, { a: { b: 2, d: 4 }, e: 5 }, ['a', 'b'], 'x')).toEqual({
      a: { b: 'x', d: 4 },
      c: 3,
    })
    expect(putPart({ a: [] }, { a: [1, 2] }, ['a', '1'], 'x')).toEqual({ a: [1, 'x'] })
  })

  it('takes the donor where the value can have no such part', () => {
    expect(putPart('text', { a: { b: 2 } }, ['a', 'b'], 'x')).toEqual({ a: { b: 'x' } })
  })

  it('adds a property that neither has', () => {
    expect(putPart({}, {}, ['extra'], 1)).toEqual({ extra: 1 })
  })

  it('replaces the whole at the empty path', () => {
    expect(putPart({ a: 1 }, {}, [], 'x')).toBe('x')
  })

  it('changes neither the value nor the donor', () => {
    const [value, donor] = [{ a: { b: 1 } }, { a: { b: 2 } }]
    putPart(value, donor, ['a', 'b'], 3)
    expect([value, donor]).toEqual([{ a: { b: 1 } }, { a: { b: 2 } }])
  })
})

describe('partAt', () => {
  it('finds a part by its tokens', () => {
    expect(partAt({ a: [1, { b: null }] }, ['a', '1', 'b'])).toBeNull()
  })

  it('finds nothing where there is nothing', () => {
    expect([partAt({ a: 1 }, ['b']), partAt({ a: 1 }, ['a', 'b']), partAt({}, ['toString'])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
