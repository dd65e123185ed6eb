import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import { findIds, findItems } from './find-id.ts'
import { sketchSchema, sketchValue } from './sketch.ts'
import { answers, loadPaths } from '@contract-kit/openapi/testing'

const UUID = { type: 'string', format: 'uuid' }
const pattern = (text: string) => ({ type: 'string', pattern: text })
const loadNode = async (schema: JsonObject) => {
  const document = await loadPaths({ '/pets': { get: { responses: answers('200', schema) } } })
  const node = document.operations[0]?.responses.get('200')?.media[0]?.schema
  if (node === undefined) throw new Error('no schema')
  return node
}

describe('findIds', () => {
  it.each<[answer: Json, parameter: string, pointers: readonly string[], types?: readonly string[]]>([
    // The name of the parameter comes before the plain id, the outermost before the inner.
    [{ id: 'a', pet_id: 'b' }, 'petId', ['/pet_id', '/id']],
    [{ id: 1, data: { id: 2 } }, 'id', ['/id', '/data/id']],
    // What wraps the thing is opened, and nothing else.
    [{ data: { id: 1, owner: { id: 2 } } }, 'petId', ['/data/id']],
    [{ pet: { id: 1 }, owner: { id: 2 } }, 'petId', ['/pet/id']],
    [{ result: { data: { item: { uuid: 'x' } } } }, 'petId', ['/result/data/item/uuid']],
    // A name is an id only where the parameter says so.
    [{ name: 'Tom' }, 'petId', []],
    [{ name: 'Tom' }, 'name', ['/name']],
    // A resource name is, except of another thing.
    [{ name: 'shops/s1/pets/p1', uid: 'x' }, 'pet', ['/name', '/uid']],
    [{ name: 'shops/s1/toys/t1', uid: 'x' }, 'pet_id', ['/uid']],
    [{ name: 'Tom' }, 'pet', ['/name']],
    // A weaker key only where there is no better.
    [{ petNumber: 7 }, 'petId', ['/petNumber']],
    [{ petNumber: 7, id: 1 }, 'petId', ['/id']],
    [{ token: 'x', accessToken: 'y', secret: 'z' }, 'petId', []],
    [{ id: 'text', petId: 3 }, 'id', ['/petId'], ['integer']],
    [{ id: { nested: 1 } }, 'id', []],
    // Any short form of the word, and the name of the thing in front of either.
    [{ gid: 'x', name: 'Tom' }, 'pet_gid', ['/gid']],
    [{ uid: 'x' }, 'taskId', ['/uid']],
    [{ task_uid: 'x' }, 'taskId', ['/task_uid']],
    [{ name: 'Tom', token: 'x' }, 'pet_token', ['/token']],
    [{ name: 'Tom', petToken: 'x' }, 'token', ['/petToken']],
    [{ 'pet/id': 1 }, 'petId', ['/pet~1id']],
  ])('finds in %j for %s: %j', (answer, parameter, pointers, types = []) => {
    const wanted = { entity: 'pet', parameter, types: new Set(types) }
    expect(findIds(sketchValue(answer), wanted)).toEqual(pointers)
  })
})

describe('findIds, where the parameter has a form', () => {
  it.each<[parameter: JsonObject, properties: JsonObject, pointers: readonly string[]]>([
    [pattern('^pet_[a-z]+$'), { uid: UUID, id: { type: 'string' } }, ['/id']],
    [pattern('^pet_[a-z]+$'), { uid: UUID }, []],
    [pattern('^pet_[a-z]+$'), { uid: pattern('^own_[a-z]+$'), id: pattern('^pet_[a-z]{4}$') }, ['/id']],
    // What may be the same form stays.
    [UUID, { uid: UUID }, ['/uid']],
    [pattern('^[0-9a-f-]{36}$'), { uid: UUID }, ['/uid']],
    [pattern('^p?[a-z]+$'), { id: pattern('^q[a-z]+$') }, ['/id']],
    [pattern('^pet_|^own_'), { id: pattern('^own_') }, ['/id']],
    [pattern('^pet_[a-z]+$'), { id: pattern('^[a-z_]+$') }, ['/id']],
  ])('of %j finds in %j: %j', async (schema, properties, pointers) => {
    const query = {
      entity: 'pet',
      parameter: 'pet',
      types: new Set<string>(),
      schemas: [await loadNode(schema)],
    }
    const answer = await loadNode({ type: 'object', properties })
    expect(findIds(sketchSchema(answer), query)).toEqual(pointers)
  })

  it('rejects a received UUID, or a name, of another form', async () => {
    const schemas = [await loadNode(pattern('^pet_[a-z]+$'))]
    const query = { entity: 'pet', parameter: 'petId', types: new Set<string>(), schemas }
    const uid = '0b8e1e3e-6c5b-4a55-9a57-1d9f3a1c2b4d'
    expect(findIds(sketchValue({ uid, id: 'pet_x' }), query)).toEqual(['/id'])
    expect(findIds(sketchValue({ name: 'Tom' }), { ...query, parameter: 'pet' })).toEqual([])
    // Whatever else breaks the pattern is the id nevertheless.
    expect(findIds(sketchValue({ id: 'Pet 7' }), query)).toEqual(['/id'])
  })
})

describe('findItems', () => {
  it.each<[what: string, answer: Json, pointer: string | undefined]>([
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
    expect(findItems(sketchValue(answer), 'pet')?.pointer).toBe(pointer)
  })
})
