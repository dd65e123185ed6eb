import { describe, expect, it } from 'vitest'
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
import { createFakeApi, type FakeRoutes, keepItems } from '../testing/fake-api.ts'
import { describeScenarios, runScenario } from '../testing/fake-port.ts'

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

describeScenarios('planLifeCycle', [
  [
    'creates by PUT under names of its own',
    { '/labels/{tag}': { ...reads(NAMED), ...puts(NAMED, NAMED), ...drops() } },
    'life-cycle /labels/{}',
    labelApi,
    [
      'create PUT /labels/s32695 201',
      'read-created GET /labels/s32695 200',
      'create-second PUT /labels/s35160 201',
      'read-other GET /labels/s35160 200',
      'delete DELETE /labels/s32695 204',
      'read-after-delete GET /labels/s32695 404',
      'delete-again DELETE /labels/s32695 404',
      'read-other GET /labels/s35160 200',
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
      'create POST /createPet 200',
      'read-created POST /getPet 200',
      'create-second POST /createPet 200',
      'read-other POST /getPet 200',
      'delete POST /deletePet 200',
      'read-after-delete POST /getPet 404',
      'delete-again POST /deletePet 404',
      'read-other POST /getPet 200',
      'delete-other POST /deletePet 200',
      'create-after-delete POST /createPet 200',
    ],
  ],
])

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
    const removal = exchanges.find(({ case: { step } }) => step === 'delete')
    expect(removal?.case.values?.header).toEqual({ 'If-Match': '"v1"' })
  })
})
