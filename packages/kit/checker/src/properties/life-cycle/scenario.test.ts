import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  drops,
  INTEGER,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  taking,
  TEXT,
} from '@contract-kit/openapi/testing'
import {
  createFakeApi,
  createPetStore,
  type FakeRoutes,
  keepItems,
  loadPetStore,
} from '../testing/fake-api.ts'
import { bodiesBy, describeScenarios, runScenario } from '../testing/fake-port.ts'

const NAMED = objectOf({ name: TEXT }, 'name')
const THING = objectOf({ id: INTEGER, name: TEXT })
const call = { post: taking(objectOf({ petId: TEXT }, 'petId')) }

const labels = new Map<string, object>()
const labelApi: FakeRoutes = {
  'PUT /labels/{tag}': ({ path: { tag = '' }, body }) => {
    const status = labels.has(tag) ? 200 : 201
    labels.set(tag, body)
    return { status, body }
  },
  'GET /labels/{tag}': ({ path: { tag = '' } }) => ({ status: labels.has(tag) ? 200 : 404 }),
  'DELETE /labels/{tag}': ({ path: { tag = '' } }) => ({ status: labels.delete(tag) ? 204 : 404 }),
}

const pets = new Set<string>()
const petCalls: FakeRoutes = {
  'POST /createPet': ({ body }) => {
    const id = `p${pets.size}`
    pets.add(JSON.stringify(id))
    return { status: 200, body: { id, ...body } }
  },
  'POST /getPet': ({ body }) => ({ status: pets.has(JSON.stringify(body['petId'])) ? 200 : 404 }),
  'POST /deletePet': ({ body }) => ({ status: pets.delete(JSON.stringify(body['petId'])) ? 200 : 404 }),
}

describeScenarios('lifeCycle', [
  [
    'creates by PUT under names of its own',
    { '/labels/{tag}': { ...reads(NAMED), ...puts(NAMED, NAMED), ...drops() } },
    'life-cycle /labels/{}',
    labelApi,
    [
      'PUT /labels/s32695 201',
      'GET /labels/s32695 200',
      'PUT /labels/s35160 201',
      'GET /labels/s35160 200',
      'DELETE /labels/s32695 204',
      'GET /labels/s32695 404',
      'DELETE /labels/s32695 404',
      'PUT /labels/s32695 201',
      'GET /labels/s35160 200',
    ],
  ],
  [
    'works through an API of calls',
    {
      '/createPet': makes(NAMED, THING, { responses: answers('200', objectOf({ id: TEXT, name: TEXT })) }),
      '/getPet': call,
      '/deletePet': call,
    },
    'life-cycle /pet/{}',
    petCalls,
    [
      'POST /createPet 200',
      'POST /getPet 200',
      'POST /createPet 200',
      'POST /getPet 200',
      'POST /deletePet 200',
      'POST /getPet 404',
      'POST /deletePet 404',
      'POST /getPet 200',
      'POST /deletePet 200',
      'POST /createPet 200',
    ],
  ],
])

/** The evidence of each use of an item. */
const READ = ['item used', 'created item read']

describe('lifeCycle', () => {
  it('shows what the rules judge', async () => {
    const { shown } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', createPetStore())
    expect(shown.map(({ kind }) => kind)).toEqual([
      'item created',
      'Location followed',
      ...READ,
      'created items listed',
      'item created',
      ...READ,
      'item used',
      'deleted item read',
      'deleted item listed',
      'deleted item changed',
      'deleted item changed',
      ...READ,
      'item created',
      'item created after a deletion',
    ])
  })

  it('deletes a second item with flags other than those of the first one', async () => {
    const properties = { name: TEXT, active: { type: 'boolean', default: true } }
    const flagged = objectOf(properties, 'name')
    const document = await loadPaths({
      '/boards': makes(flagged, objectOf({ id: INTEGER, ...properties })),
      '/boards/{boardId}': { ...reads(flagged), ...drops() },
    })
    const api = createFakeApi(keepItems('/boards'))
    const { exchanges, shown, log } = await runScenario(document, 'life-cycle /boards/{}', api)
    const [first, second] = bodiesBy(exchanges, 'POST').map((body) => Object(body) as JsonObject)
    expect(second?.['active']).toBe(!(first?.['active'] ?? true))
    expect(log.filter((line) => line.startsWith('GET /boards/2'))).toEqual([
      'GET /boards/2 200',
      'GET /boards/2 200',
      'GET /boards/2 404',
    ])
    expect(shown.filter(({ kind }) => kind === 'deleted item read')).toHaveLength(2)
  })

  it('shows no further change of a deleted item after one was accepted', async () => {
    const store = createPetStore()
    const reviving: typeof store = (method, target, body) =>
      method === 'PATCH' ? { status: 200, body: { id: 1, name: 'Rex' } } : store(method, target, body)
    const { shown, log } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', reviving)
    expect(log.filter((line) => /^(PATCH|PUT)/.test(line))).toEqual(['PATCH /pets/1 200', 'PUT /pets/1 404'])
    expect(shown.filter(({ kind }) => kind === 'deleted item changed')).toHaveLength(1)
  })

  it.each([409, 202])('uses no item whose deletion got %i', async (status) => {
    const store = createPetStore()
    const keeping: typeof store = (method, target, body) =>
      method === 'DELETE' ? { status } : store(method, target, body)
    const { shown } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', keeping)
    expect(shown.map(({ kind }) => kind).filter((kind) => kind.startsWith('deleted'))).toEqual([])
  })
})

describe('If-Match', () => {
  it('names the state that was told last', async () => {
    const condition = { name: 'If-Match', in: 'header', required: true, schema: TEXT }
    const document = await loadPaths({
      '/owners': makes(NAMED, THING),
      '/owners/{ownerId}': { ...reads(THING), ...drops({ parameters: [condition] }) },
    })
    const api = createFakeApi({
      'GET /owners/{ownerId}': () => ({ status: 200, body: {}, headers: { etag: '"v1"' } }),
      ...keepItems('/owners'),
    })
    const { exchanges } = await runScenario(document, 'life-cycle /owners/{}', api)
    const removal = exchanges.find(({ case: { request } }) => request.method === 'DELETE')
    expect(removal?.case.values?.header).toEqual({ 'If-Match': '"v1"' })
  })
})
