import { describe, expect, it } from 'vitest'
import type { Json } from '../json-schema/base/json.ts'
import { findIds, findItems } from './find-id.ts'
import { sketchValue } from './sketch.ts'

const idsIn = (answer: Json, parameter?: string, entity = 'pet') =>
  findIds(sketchValue(answer), { entity, parameter, types: new Set() })

describe('findIds', () => {
  it('puts the name of the parameter before the plain id', () => {
    expect(idsIn({ id: 'a', pet_id: 'b' }, 'petId')).toEqual(['/pet_id', '/id'])
  })

  it('opens what wraps the thing and nothing else', () => {
    expect(idsIn({ data: { id: 1, owner: { id: 2 } } }, 'petId')).toEqual(['/data/id'])
    expect(idsIn({ pet: { id: 1 }, owner: { id: 2 } }, 'petId')).toEqual(['/pet/id'])
    expect(idsIn({ result: { data: { item: { uuid: 'x' } } } }, 'petId')).toEqual(['/result/data/item/uuid'])
  })

  it('keeps to the outermost of equals', () => {
    expect(idsIn({ id: 1, data: { id: 2 } }, 'id')).toEqual(['/id', '/data/id'])
  })

  it('takes a name for an id only where the parameter says so', () => {
    expect(idsIn({ name: 'Tom' }, 'petId')).toEqual([])
    expect(idsIn({ name: 'Tom' }, 'name')).toEqual(['/name'])
    expect(idsIn({ name: 'Tom' }, 'pet')).toEqual(['/name'])
  })

  it('takes the weaker key only where there is no better', () => {
    expect(idsIn({ petNumber: 7 }, 'petId')).toEqual(['/petNumber'])
    expect(idsIn({ petNumber: 7, id: 1 }, 'petId')).toEqual(['/id'])
  })

  it('never takes a token or a secret', () => {
    expect(idsIn({ token: 'x', accessToken: 'y', secret: 'z' }, 'sessionId', 'session')).toEqual([])
  })

  it('passes over what the parameter cannot be', () => {
    const types = new Set(['integer'])
    expect(findIds(sketchValue({ id: 'text', petId: 3 }), { entity: 'pet', parameter: 'id', types })).toEqual(
      ['/petId'],
    )
    expect(idsIn({ id: { nested: 1 } }, 'id')).toEqual([])
  })

  it('escapes names in pointers', () => {
    expect(idsIn({ 'pet/id': 1 }, 'petId')).toEqual(['/pet~1id'])
  })
})

const itemsIn = (answer: Json, entity = 'pet') => findItems(sketchValue(answer), entity)?.pointer

describe('findItems', () => {
  it.each<[string, Json, string | undefined]>([
    ['a bare array', [{ id: 1 }], ''],
    ['an array by a usual name', { data: [{ id: 1 }], errors: [{}] }, '/data'],
    ['an array named for its items', { data: [1], pets: [{ id: 1 }] }, '/pets'],
    ['an empty array by a usual name', { results: [], total: 0 }, '/results'],
    ['the only array of objects', { zoo: [{ id: 1 }], names: ['a'] }, '/zoo'],
    ['an array inside an envelope', { _embedded: { pets: [{ id: 1 }] }, _links: [{}] }, '/_embedded/pets'],
    ['none among several', { left: [{ id: 1 }], right: [{ id: 2 }] }, undefined],
    ['none in what comes along', { _links: [{ rel: 'self' }] }, undefined],
    ['none in an object', { id: 1, tags: ['a'] }, undefined],
    ['none in a text', 'pets', undefined],
  ])('finds %s', (_what, answer, pointer) => {
    expect(itemsIn(answer)).toBe(pointer)
  })
})
