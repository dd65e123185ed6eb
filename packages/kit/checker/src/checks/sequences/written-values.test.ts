import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import type { Json } from '../../json-schema/base/json.ts'
import { readYourWrite } from './written-values.ts'

const verify = (...drafts: ExchangeDraft[]) => readYourWrite.verify(lastOf(...drafts))
const created = (body: object, more: Partial<ExchangeDraft> = {}) =>
  steps.create({ body: body as Json, json: { id: 'p1', ...body }, ...more })
const clearing = (nick: string) => steps.patch({ nick: null }, { json: { id: 'p1', name: 'Rex', nick } })
const read = (json: object) => steps.read('read-created', { id: 'p1', ...json })

describe('readYourWrite', () => {
  it('accuses an answer that differs from what was sent', () => {
    expect(
      verify(created({ name: 'Rex', weight: 5 }, { json: { id: 'p1', name: 'Rex', weight: 7 } })),
    ).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 201 response of createPet differs from the request: weight.',
      },
    ])
  })

  it('accuses an answer that tells null by the word', () => {
    expect(verify(clearing('null'))).toHaveLength(1)
    expect(verify(clearing('Rex'))).toEqual([])
  })

  it('accuses a time without its milliseconds where the server tells others with them', () => {
    const at = { name: '2024-02-29T18:00:15.250Z' }
    const cut = { id: 'p1', name: '2024-02-29T18:00:15Z' }
    expect(verify(created(at, { json: cut }))).toEqual([])
    expect(verify(created(at, { json: { ...cut, seen: '2024-03-01T00:00:00.000Z' } }))).toHaveLength(1)
    const zeros = { ...cut, name: '2024-02-29T18:00:15.000Z' }
    expect(verify(created(at, { json: { ...zeros, seen: '2024-03-01T00:00:00.000Z' } }))).toEqual([])
    expect(verify(created(at, { json: { ...zeros, seen: '2024-03-01T00:00:00.120Z' } }))).toHaveLength(1)
  })

  it.each([
    ['the same strong tag', '"a"', '"a"', 2],
    ['another tag', '"a"', '"b"', 0],
    ['a weak tag', 'W/"a"', 'W/"a"', 0],
  ])('judges an amount that only the server sets by %s', (_title, first, second, count) => {
    const silent = { name: 'Rex' }
    const make = created(silent, { json: { ...silent, id: 'p1', total: 5 }, headers: { etag: first } })
    const get = steps.read('read-created', { ...silent, id: 'p1', total: 7 }, { headers: { etag: second } })
    expect(verify(make, get)).toHaveLength(count)
  })

  it('accuses both where a read contradicts the answer to the write', () => {
    expect(verify(created({ name: 'Alexander' }), read({ name: 'Alex' }))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 200 response of getPet differs from the values that createPet wrote: name.',
      },
      { operationId: 'getPet' },
    ])
  })

  it('accuses a read without what the answer to the write showed', () => {
    expect(verify(created({ name: 'Rex', nick: 'R' }), read({ name: 'Rex' }))).toHaveLength(2)
  })

  it('accuses a write whose answer leaves out what was kept', () => {
    const sent = { name: 'Rex', nick: 'R', weight: 5 }
    const quiet = created(sent, { json: { id: 'p1', name: 'Rex', weight: 5 } })
    expect(verify(quiet, read(sent))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 201 response of createPet omits properties that were sent and stored: nick.',
      },
    ])
    expect(verify(quiet, read({ name: 'Rex', weight: 5 }))).toEqual([])
    expect(verify(created(sent, { json: { id: 'p1', name: 'Rex' } }), read(sent))).toEqual([])
  })

  it('accuses a read that differs from what was sent, if nothing else was told', () => {
    const silent = steps.put({ name: 'Rex', kind: 'dog' }, { json: undefined, text: '' })
    expect(verify(silent, steps.read('read-after-change', { name: 'Rex', kind: 'cat' }))).toHaveLength(2)
    expect(verify(silent, steps.read('read-after-change', { name: 'Rex' }))).toEqual([])
  })

  it.each([
    ['a trimmed text', { name: ' Rex  the\tfirst ' }, { name: 'rex the first' }],
    ['a cut text', { name: 'Alexander the Great' }, { name: 'Alexander' }],
    ['a masked text', { name: '4111111111111111' }, { name: '************1111' }],
    ['a rounded number', { name: 'a', weight: 1.005 }, { name: 'a', weight: 1.01 }],
    [
      'a sorted list without repetitions',
      { name: 'a', tags: ['b', 'a', 'b'] },
      { name: 'a', tags: ['a', 'b'] },
    ],
    [
      'a point of time',
      { name: 'a', born: '2024-01-01T10:00:00+02:00' },
      { name: 'a', born: '2024-01-01T08:00:00.000Z' },
    ],
    ['an emptied list', { name: 'a', tags: [] }, { name: 'a', tags: null }],
    [
      'an object with more in it',
      { name: 'a', home: { city: 'Bern' } },
      { name: 'a', home: { city: 'bern', street: 'x' } },
    ],
    ['a status of its own', { name: 'a', status: 'sold' }, { name: 'a', status: 'new' }],
    ['another case of a choice', { name: 'a', kind: 'dog' }, { name: 'a', kind: 'DOG' }],
  ])('takes %s for the same', (_name, sent, shown) => {
    expect(
      verify(created(sent, { json: undefined, text: '' }), {
        ...read(shown),
        headers: { 'content-type': 'application/json' },
      }),
    ).toEqual([])
  })

  it.each([
    ['a text', { name: 'Rex' }, { name: 'Bello' }],
    ['an emptied text', { name: 'a', nick: 'Rex' }, { name: 'a', nick: '' }],
    ['a number', { name: 'a', weight: 5 }, { name: 'a', weight: 6 }],
    ['a boolean', { name: 'a', tame: true }, { name: 'a', tame: false }],
    ['a part of a choice', { name: 'a', mood: 'inactive' }, { name: 'a', mood: 'active' }],
    ['a choice', { name: 'a', kind: 'dog' }, { name: 'a', kind: 'cat' }],
    ['a list', { name: 'a', tags: ['x', 'y'] }, { name: 'a', tags: ['x'] }],
    ['an object', { name: 'a', home: { city: 'Bern' } }, { name: 'a', home: { city: 'Rome' } }],
    [
      'a point of time',
      { name: 'a', born: '2024-01-01T10:00:00Z' },
      { name: 'a', born: '2024-01-01T12:00:00Z' },
    ],
  ])('takes %s that changed for another', (_name, sent, shown) => {
    expect(verify(created(sent, { json: undefined, text: '' }), read(shown))).toHaveLength(2)
  })

  it('looks into an envelope', () => {
    expect(verify(created({ name: 'Rex' }, { json: { data: { id: 'p1', name: 'Bello' } } }))).toEqual([])
  })

  it('leaves alone what the server sets, hides or reads only', () => {
    const sent = { name: 'a', id: 'x', updatedAt: 'y', version: 1, pin: '1234' }
    expect(verify(created(sent, { json: { id: 'p1', name: 'a', updatedAt: 'z', version: 2 } }))).toEqual([])
  })

  it('leaves a removal by null to another check', () => {
    expect(verify(steps.patch({ nick: null }, { json: { name: 'a', nick: 'x' } }))).toEqual([])
  })

  it('cannot read a JSON Patch', () => {
    const patch = steps.patch({ name: 'x' }, { json: { name: 'y' } })
    expect(verify(patch)).toHaveLength(1)
    const seen = lastOf(patch)
    const values = {
      ...seen.case.values,
      path: {},
      query: {},
      header: {},
      cookie: {},
      body: { contentType: 'application/json-patch+json', value: { name: 'x' } },
    }
    expect(readYourWrite.verify({ ...seen, case: { ...seen.case, values } })).toEqual([])
  })

  it('leaves another thing altogether to another check', () => {
    expect(verify(created({ name: 'Rex' }), steps.read('read-created', { id: 'p2', name: 'Bello' }))).toEqual(
      [],
    )
  })

  it('leaves a broken answer to its schema', () => {
    expect(verify(created({ name: 'Rex', weight: 5 }, { json: { id: 'p1', weight: 7 } }))).toEqual([])
  })

  it('claims nothing after a write that was refused or only accepted', () => {
    expect(verify(created({ name: 'Rex' }, { status: 202 }), read({ name: 'Bello' }))).toEqual([])
    expect(verify(created({ name: 'Rex' }, { status: 422 }), read({ name: 'Bello' }))).toEqual([])
  })
})
