import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { agrees, losesFraction, saysTheSame } from './same-values.ts'

const values = fc.jsonValue() as fc.Arbitrary<Json>
const seed = 20_240_101

describe('agrees', () => {
  it('for any value, it agrees with itself', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(agrees(value, structuredClone(value))).toBe(true)
      }),
      { seed },
    )
  })

  it('for any text of letters, blanks around it and its case are nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 -]*$/), (text) => {
        expect(agrees(text, ` ${text.toUpperCase()} `)).toBe(true)
      }),
      { seed },
    )
  })

  it('for any list, order and repetitions are nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (list) => {
        expect(agrees(list, [...list, ...list].toReversed())).toBe(true)
      }),
      { seed },
    )
  })

  it.each<[Json, Json]>([
    ['P1W', 'P7D'],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
    ['10:00', '10:00:00Z'],
    ['2024-05-05', '2024-05-05T13:00:00Z'],
    ['2024-05-05T13:00:00.123Z', '2024-05-05T13:00:00Z'],
    ['+49 (30) 12-34', '+49301234'],
    ['0301 23456', '+49 301 23456'],
    ['http://example.org', 'https://EXAMPLE.org/'],
    ['!!', '?'],
    [5, '5'],
    [5, 'five'],
    [{ a: null }, { a: 5 }],
    [[], null],
    ['', null],
    [0.1 + 0.2, 0.3],
  ])('takes %j and %j for the same', (sent, shown) => {
    expect(agrees(sent, shown)).toBe(true)
  })

  it.each<[Json, Json]>([
    ['Rex', 'Ada'],
    ['Rex', ''],
    ['1234567', '7654321'],
    ['Rex', null],
    [null, 'Rex'],
    [1, 2],
    [1.23, 1.24],
    [true, false],
    [{ a: 1 }, { a: 2 }],
    [[1], []],
    ['2024-05-05', '2024-05-06'],
    ['2024-05-05T13:00:00Z', '2024-05-05T13:00:02Z'],
  ])('takes %j and %j for different', (sent, shown) => {
    expect(agrees(sent, shown)).toBe(false)
  })
})

describe('saysTheSame', () => {
  it('for any value, it says the same as itself', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(saysTheSame(value, structuredClone(value))).toBe(true)
      }),
      { seed },
    )
  })

  it.each<[Json, Json]>([
    [' a ', 'a'],
    ['2024-05-05T13:00:00Z', '2024-05-05T15:00:00+02:00'],
    [
      [1, 2],
      [2, 1],
    ],
    [
      { a: 1, updatedAt: 1 },
      { a: 1, updatedAt: 2 },
    ],
    [{ a: 1 }, { a: 1, b: 2 }],
  ])('takes %j and %j for the same', (left, right) => {
    expect(saysTheSame(left, right)).toBe(true)
  })

  it.each<[Json, Json]>([
    ['a', 'A'],
    ['ab', 'a'],
    [1, '1'],
    [1, 1.01],
    [[1], [1, 1]],
    [{ a: 1 }, { a: 2 }],
    [null, ''],
  ])('takes %j and %j for different', (left, right) => {
    expect(saysTheSame(left, right)).toBe(false)
  })
})

describe('losesFraction', () => {
  const sent = '2024-02-29T23:30:15.250+05:30'

  it.each([
    ['2024-02-29T18:00:15Z', true],
    ['2024-02-29T23:30:15.000+05:30', true],
    ['2024-02-29T18:00:15.250Z', false],
    ['2024-02-29T18:00:15.25Z', false],
    ['2024-02-29T20:00:00Z', false],
    [null, false],
  ])('says of %s: %s', (shown, isLost) => {
    expect(losesFraction(sent, shown)).toBe(isLost)
  })

  it('overlooks what is finer than milliseconds', () => {
    expect(losesFraction('2024-02-29T18:00:15.000001Z', '2024-02-29T18:00:15Z')).toBe(false)
  })
})
