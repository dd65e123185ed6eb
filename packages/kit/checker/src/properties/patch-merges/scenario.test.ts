import { describe, expect, it } from 'vitest'
import { INTEGER, loadPaths, makes, objectOf, reads, taking, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { bodiesBy, runScenario } from '../testing/fake-port.ts'

/** The evidence of each change. */
const CHANGED = ['item changed', 'item used', 'changed item read']

describe('patchMerges', () => {
  it('fills every property, then patches one at a time', async () => {
    const { exchanges, shown } = await runScenario(await loadPetStore(), 'merge /pets/{}', createPetStore())
    const sent = bodiesBy(exchanges, 'PATCH').map((body) => Object.keys(Object(body)).toSorted())
    expect(sent[0]).toEqual(['age', 'kind', 'name'])
    expect(sent.slice(1).flat().toSorted()).toEqual(['age', 'kind', 'name'])
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'item used',
      'created item read',
      ...sent.flatMap(() => CHANGED),
    ])
  })

  it('names one property of an object inside', async () => {
    const schema = objectOf({ home: objectOf({ street: TEXT, city: TEXT }), name: TEXT })
    const document = await loadPaths({ '/profile': { ...reads(schema), patch: taking(schema) } })
    const home = { street: 'a', city: 'b' }
    const api = createFakeApi({
      'GET /profile': () => ({ status: 200, body: { home, name: 'n', since: 1 } }),
      'PATCH /profile': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'merge /profile', api)
    expect(bodiesBy(exchanges, 'PATCH')[0]).toEqual({ home: { street: 'a' } })
  })

  it('empties a list, and removes a property of an object inside', async () => {
    const home = objectOf({ street: TEXT, city: { type: ['string', 'null'] } })
    const schema = objectOf({ home, tags: { type: 'array', items: TEXT } })
    const document = await loadPaths({ '/profile': { ...reads(schema), patch: taking(schema) } })
    const api = createFakeApi({
      'GET /profile': () => ({ status: 200, body: { home: {} } }),
      'PATCH /profile': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'merge /profile', api)
    expect(bodiesBy(exchanges, 'PATCH')).toEqual(
      expect.arrayContaining([{ tags: [] }, { home: { city: null } }]),
    )
  })

  it('shows a rejected patch between two reads, three times at most', async () => {
    const store = createPetStore()
    const rejecting: typeof store = (method, target, body) =>
      method === 'PATCH' && !(body ?? '').includes('name') ? { status: 422 } : store(method, target, body)
    const schema = objectOf({ name: TEXT, a: TEXT, b: TEXT, c: TEXT, d: TEXT })
    const document = await loadPaths({
      '/pets': makes(schema, objectOf({ id: INTEGER })),
      '/pets/{petId}': { ...reads(schema), patch: taking(schema) },
    })
    const { log, shown } = await runScenario(document, 'merge /pets/{}', rejecting)
    expect(log.filter((line) => line === 'PATCH /pets/1 422')).toHaveLength(5)
    expect(shown.filter(({ kind }) => kind === 'change rejected')).toHaveLength(3)
  })

  it('names nothing once, and sets to null at the end what may be null', async () => {
    const properties = { id: INTEGER, name: TEXT, nick: { type: ['string', 'null'], enum: ['a', null] } }
    const item = objectOf(properties)
    const change = objectOf({ version: INTEGER, ...properties }, 'version')
    const document = await loadPaths({
      '/pets': makes(objectOf({ name: TEXT }), item),
      '/pets/{petId}': { ...reads(item), patch: { operationId: 'patchPet', ...taking(change) } },
    })
    const { exchanges } = await runScenario(document, 'merge /pets/{}', createFakeApi(keepItems('/pets')))
    const sent = bodiesBy(exchanges, 'PATCH')
    expect(Object.keys(Object(sent[1]))).toEqual(['version'])
    expect(
      exchanges.find(({ case: { values } }) => values?.body?.value === sent[1])?.case.mayBeRejected,
    ).toBe(true)
    expect(sent.at(-1)).toEqual({ version: expect.any(Number) as number, nick: null })
  })

  it('begins with objects', async () => {
    const schema = objectOf({
      name: TEXT,
      map: { type: 'object', minProperties: 1, additionalProperties: TEXT },
    })
    const document = await loadPaths({ '/profile': { ...reads(schema), patch: taking(schema) } })
    const api = createFakeApi({
      'GET /profile': () => ({ status: 200, body: {} }),
      'PATCH /profile': () => ({ status: 200 }),
    })
    const { exchanges } = await runScenario(document, 'merge /profile', api)
    const sent = bodiesBy(exchanges, 'PATCH').map((body) => Object.keys(Object(body)))
    expect(sent.slice(1)).toEqual([[], ['map'], ['name']])
  })
})
