import { describe, expect, it } from 'vitest'
import { compareExample } from './compare-example.ts'

const [pet, owner, other] = [
  '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18',
  'd2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92',
  '0b8f6a0e-3c52-4f6d-9a77-2d1c5e90b431',
] as const

const excerptOf = (...numbers: number[]) => ({ pets: numbers.map((no) => ({ no })) })

describe('compareExample', () => {
  it('finds nothing where both are equal', () => {
    const body = { total: { due: '180.81' }, lines: [{ cost: 45.75 }], note: null }
    expect(compareExample(body, structuredClone(body))).toStrictEqual([])
  })

  it('names a missing and a surplus key', () => {
    expect(compareExample({ pet: { id: 1 } }, { pet: { petId: 1 } })).toStrictEqual([
      '/pet/id is missing',
      '/pet/petId is not in the example',
    ])
  })

  it('tells a number from its text', () => {
    expect(compareExample({ due: '180.81' }, { due: 180.81 })).toStrictEqual(['/due is 180.81, not "180.81"'])
  })

  it('counts the items of a list', () => {
    expect(compareExample({ pets: [1, 2] }, { pets: [1] })).toStrictEqual(['/pets has 1 items, not 2'])
  })

  it('compares a body that is no object', () => {
    expect(compareExample('To Ada', 'To Bob')).toStrictEqual(['the body is "To Bob", not "To Ada"'])
  })

  it('accepts another match of a pattern', () => {
    const varying = { number: /(?<=^\*{4})\d{4}$/ }
    expect(compareExample({ number: '****4826' }, { number: '****0001' }, { varying })).toStrictEqual([])
    expect(compareExample({ number: '****4826' }, { number: '9999000000000001' }, { varying })).toHaveLength(
      1,
    )
  })

  it('accepts another value of one type', () => {
    const varying = { ms: 'type' } as const
    expect(compareExample({ ms: 3 }, { ms: 5 }, { varying })).toStrictEqual([])
    expect(compareExample({ ms: 3 }, { ms: null }, { varying })).toStrictEqual([
      '/ms is "null", not "number"',
    ])
  })

  it('compares what a function leaves of a value', () => {
    const varying = {
      now: (value: unknown, { frozen }: { readonly frozen?: unknown }) =>
        frozen === true ? value : typeof value,
    }
    expect(compareExample({ now: 1, frozen: false }, { now: 2, frozen: false }, { varying })).toStrictEqual(
      [],
    )
    expect(compareExample({ now: 1, frozen: true }, { now: 2, frozen: true }, { varying })).toHaveLength(1)
  })

  it('varies one place by its pointer', () => {
    const varying = { '/pets/*/age': 'type' } as const
    expect(compareExample({ pets: [{ age: 1 }] }, { pets: [{ age: 2 }] }, { varying })).toStrictEqual([])
    expect(compareExample({ age: 1 }, { age: 2 }, { varying })).toHaveLength(1)
  })

  it('accepts another UUID, everywhere the same', () => {
    const example = { petId: pet, lines: [{ id: pet }] }
    expect(compareExample(example, { petId: other, lines: [{ id: other }] })).toStrictEqual([])
    expect(compareExample(example, { petId: other, lines: [{ id: owner }] })).toStrictEqual([
      '/lines/0/id is not the id it is elsewhere',
    ])
  })

  it('rejects one UUID for two of the example', () => {
    const example = { petId: pet, ownerId: owner }
    expect(compareExample(example, { petId: other, ownerId: other })).toHaveLength(1)
  })

  it('rejects another UUID than the known one', () => {
    const known = new Map([[pet, other]])
    expect(compareExample({ petId: pet }, { petId: other }, { known })).toStrictEqual([])
    expect(compareExample({ petId: pet }, { petId: owner }, { known })).toHaveLength(1)
  })

  it('maps numbers of properties that are ids', () => {
    const idNames = new Set(['id'])
    const example = [{ id: 1 }, { id: 2 }]
    expect(compareExample(example, [{ id: 8 }, { id: 9 }], { idNames })).toStrictEqual([])
    expect(compareExample(example, [{ id: 8 }, { id: 8 }], { idNames })).toHaveLength(1)
    expect(compareExample(example, [{ id: 8 }, { id: '9' }], { idNames })).toHaveLength(1)
  })

  it('accepts another time unless times are compared', () => {
    const [example, actual] = [{ at: '2030-01-31T12:00:00Z' }, { at: '2031-01-01T00:00:00.5+01:00' }]
    expect(compareExample(example, actual)).toStrictEqual([])
    expect(compareExample(example, actual, { varyingFormats: ['uuid'] })).toHaveLength(1)
    expect(compareExample(example, { at: 'yesterday' })).toHaveLength(1)
  })

  it('finds the entries of an excerpt in order', () => {
    const all = { pets: [{ no: 1 }, { no: 2 }, { no: 3 }] }
    const isExcerpt = true
    expect(compareExample(excerptOf(1, 3), all, { isExcerpt })).toStrictEqual([])
    expect(compareExample(excerptOf(3, 1), all, { isExcerpt })).toStrictEqual(['/pets has another order'])
    expect(compareExample(excerptOf(4), all, { isExcerpt })).toStrictEqual(['/pets does not contain entry 0'])
    expect(compareExample(excerptOf(), all, { isExcerpt })).toStrictEqual(['/pets is not empty'])
  })
})
