import { describe, expect, it } from 'vitest'
import type { Json } from '@contract-kit/json-schema/json'
import { buildResourceGraph } from './build-resource-graph.ts'
import { findCreatedId, findShownItem, readListedItems } from './response-items.ts'
import { createSource } from '../test/create-source.ts'
import { answers, loadPaths } from '@contract-kit/openapi/testing'

const loadPets = async (listed?: Json) => {
  const document = await loadPaths({
    '/pets': { get: { responses: listed === undefined ? {} : answers('200', listed) }, post: {} },
    '/pets/{petId}': { get: {} },
  })
  const [resource] = buildResourceGraph(document).resources
  if (resource === undefined) throw new Error('no resource')
  return resource
}

const idsIn = async (json: Json, listed?: Json) =>
  readListedItems(await loadPets(listed), createSource({ json }))?.map(({ id }) => id)

describe('readListedItems', () => {
  it('reads where the document says the items are', async () => {
    const listed = {
      type: 'object',
      properties: {
        zoo: { type: 'array', items: { type: 'object', properties: { uuid: { type: 'string' } } } },
      },
    }
    expect(await idsIn({ zoo: [{ uuid: 'a' }], items: [{ id: 'b' }] }, listed)).toEqual(['a'])
  })

  it('reads where the items look to be', async () => {
    expect(await idsIn([{ id: 1 }, { petId: 2 }, { name: 'x' }])).toEqual([1, 2, undefined])
    expect(await idsIn({ data: { items: [{ id: 'a' }] } })).toEqual(['a'])
  })

  it('shows the attributes of JSON:API as properties', async () => {
    const json = { data: [{ type: 'pets', id: '1', attributes: { name: 'Rex', id: 'r' } }] }
    const [item] = readListedItems(await loadPets(), createSource({ json })) ?? []
    expect(item).toMatchObject({ id: '1', value: { id: '1', name: 'Rex' } })
  })

  it('takes plain values for the ids themselves', async () => {
    expect(await idsIn(['a', 'b'])).toEqual(['a', 'b'])
  })

  it('says where there is no list', async () => {
    expect(await idsIn({ id: 1 })).toBeUndefined()
  })
})

describe('findCreatedId', () => {
  it('reads the id with the expression that gave it', async () => {
    const resource = await loadPets()
    expect(findCreatedId(resource, createSource({ json: { data: { id: 5 } } }))).toEqual({
      value: 5,
      expression: '$response.body#/data/id',
    })
    expect(findCreatedId(resource, createSource({ headers: { location: '/pets/9' } }))?.value).toBe('9')
    expect(findCreatedId(resource, createSource({ json: { id: null } }))).toBeUndefined()
  })
})

describe('findShownItem', () => {
  it('takes the item out of its envelope', async () => {
    const resource = await loadPets()
    expect(findShownItem(resource, createSource({ json: { data: { id: 5 }, meta: {} } }))).toEqual({ id: 5 })
    expect(findShownItem(resource, createSource({ json: { id: 5, data: { x: 1 } } }))).toEqual({
      id: 5,
      data: { x: 1 },
    })
    expect(findShownItem(resource, createSource({ json: [1] }))).toBeUndefined()
  })
})

describe('a resource name', () => {
  it('shows the id by its last segment', async () => {
    const json = { name: 'shops/s1/pets/p1', uid: 'u1' }
    expect(findCreatedId(await loadPets(), createSource({ json }))?.value).toBe('p1')
    expect(await idsIn({ pets: [json] })).toEqual(['p1'])
  })
})
