import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { compareExample } from './compare-example.ts'

const [pet, owner, other] = [
  '3f0c2b9a-7d41-4c8e-b6a5-91e2d4c70f18',
  'd2a8f3c6-1b74-4e59-a0d3-7c6b5f4e8d92',
  '0b8f6a0e-3c52-4f6d-9a77-2d1c5e90b431',
] as const
const body = { total: { due: '180.81' }, lines: [{ cost: 45.75 }], note: null }
const pets = (...numbers: number[]) => ({ pets: numbers.map((no) => ({ no })) })
const frozen = (now: number, isFrozen: boolean) => ({ now, isFrozen })
const at = { at: '2030-01-31T12:00:00Z' }
const later = { at: '2031-01-01T00:00:00.5+01:00' }

const digits = { varying: { number: /(?<=^\*{4})\d{4}$/ } }
const type = { varying: { ms: 'type' } } as const
const place = { varying: { '/pets/*/age': 'type' } } as const
const byFunction = {
  varying: {
    now: (value: unknown, { isFrozen }: { readonly isFrozen?: unknown }) =>
      isFrozen === true ? value : typeof value,
  },
}
const known = { known: new Map([[pet, other]]) }
const ids = { idNames: new Set(['id']) }
const excerpt = { isExcerpt: true }

/** The problems of a body beside the example: their texts, or how many there are. */
type Row = [
  title: string,
  example: Json,
  actual: Json,
  problems: readonly string[] | number,
  options?: object,
]

describe('compareExample', () => {
  it.each<Row>([
    ['takes an equal body', body, structuredClone(body), []],
    [
      'names a missing and a surplus key',
      { pet: { id: 1 } },
      { pet: { petId: 1 } },
      ['/pet/id is missing', '/pet/petId is not in the example'],
    ],
    ['tells a number from its text', { due: '180.81' }, { due: 180.81 }, ['/due is 180.81, not "180.81"']],
    ['counts the items of a list', { pets: [1, 2] }, { pets: [1] }, ['/pets has 1 items, not 2']],
    ['compares a body that is no object', 'To Ada', 'To Bob', ['the body is "To Bob", not "To Ada"']],
    ['accepts another match of a pattern', { number: '****4826' }, { number: '****0001' }, [], digits],
    ['rejects what does not match it', { number: '****4826' }, { number: '9999000000000001' }, 1, digits],
    ['accepts another value of one type', { ms: 3 }, { ms: 5 }, [], type],
    ['rejects a value of another type', { ms: 3 }, { ms: null }, ['/ms is "null", not "number"'], type],
    ['accepts what a function makes equal', frozen(1, false), frozen(2, false), [], byFunction],
    ['rejects what a function leaves different', frozen(1, true), frozen(2, true), 1, byFunction],
    ['varies one place by its pointer', { pets: [{ age: 1 }] }, { pets: [{ age: 2 }] }, [], place],
    ['varies no other place', { age: 1 }, { age: 2 }, 1, place],
    [
      'accepts another UUID',
      { petId: pet, lines: [{ id: pet }] },
      { petId: other, lines: [{ id: other }] },
      [],
    ],
    [
      'rejects a UUID that is not the same everywhere',
      { petId: pet, lines: [{ id: pet }] },
      { petId: other, lines: [{ id: owner }] },
      ['/lines/0/id differs from the same id elsewhere'],
    ],
    [
      'rejects one UUID for two of the example',
      { petId: pet, ownerId: owner },
      { petId: other, ownerId: other },
      1,
    ],
    ['accepts the known UUID', { petId: pet }, { petId: other }, [], known],
    ['rejects another UUID than the known one', { petId: pet }, { petId: owner }, 1, known],
    ['maps numbers of properties that are ids', [{ id: 1 }, { id: 2 }], [{ id: 8 }, { id: 9 }], [], ids],
    ['rejects one id for two', [{ id: 1 }, { id: 2 }], [{ id: 8 }, { id: 8 }], 1, ids],
    ['rejects an id of another type', [{ id: 1 }, { id: 2 }], [{ id: 8 }, { id: '9' }], 1, ids],
    ['accepts another time', at, later, []],
    ['rejects another time where times are compared', at, later, 1, { varyingFormats: ['uuid'] }],
    ['rejects what is no time', at, { at: 'yesterday' }, 1],
    ['finds the entries of an excerpt', pets(1, 3), pets(1, 2, 3), [], excerpt],
    ['rejects another order', pets(3, 1), pets(1, 2, 3), ['/pets has another order'], excerpt],
    [
      'rejects an entry that is not there',
      pets(4),
      pets(1, 2, 3),
      ['/pets does not contain entry 0'],
      excerpt,
    ],
    ['rejects entries where the excerpt is empty', pets(), pets(1, 2, 3), ['/pets is not empty'], excerpt],
  ])('%s', (_title, example, actual, problems, options = {}) => {
    const found = compareExample(example, actual, options)
    expect(typeof problems === 'number' ? found.length : found).toStrictEqual(problems)
  })
})
