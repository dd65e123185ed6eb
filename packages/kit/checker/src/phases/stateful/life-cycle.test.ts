import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...jsonContent(NAMED) } }
const GONE = { 204: { description: 'Gone' } }

const THING = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }
const MADE = { post: { ...BODY, responses: answers('201', THING) } }

const withId = (schema: object, name = 'id', type = 'string') => ({
  ...NAMED,
  properties: { ...schema, [name]: { type }, name: { type: 'string' } },
})

const TAKES_PET_ID = jsonContent({
  type: 'object',
  properties: { petId: { type: 'string' } },
  required: ['petId'],
})

const call = (operationId: string) => ({
  post: { operationId, requestBody: { required: true, ...TAKES_PET_ID } },
})

describe('planLifeCycle', () => {
  it('creates by PUT under names of its own', async () => {
    const document = await loadPaths({
      '/labels/{name}': {
        get: { operationId: 'get' },
        put: { operationId: 'put', ...BODY, responses: answers('201', NAMED) },
        delete: { operationId: 'drop', responses: GONE },
      },
    })
    const labels = new Map<string, object>()
    const api = createFakeApi({
      'PUT /labels/{name}': ({ path, body }) => {
        const isNew = !labels.has(path['name'] ?? '')
        labels.set(path['name'] ?? '', body)
        return { status: isNew ? 201 : 200, body }
      },
      'GET /labels/{name}': ({ path }) => ({ status: labels.has(path['name'] ?? '') ? 200 : 404 }),
      'DELETE /labels/{name}': ({ path }) => ({ status: labels.delete(path['name'] ?? '') ? 204 : 404 }),
    })
    const { log } = await runScenario(document, 'life-cycle /labels/{}', api)
    expect(log.map((line) => line.replace(/\/\w+ /, ' '))).toEqual([
      'create PUT /labels 201',
      'read-created GET /labels 200',
      'create-second PUT /labels 201',
      'read-other GET /labels 200',
      'delete DELETE /labels 204',
      'read-after-delete GET /labels 404',
      'delete-again DELETE /labels 404',
      'read-other GET /labels 200',
    ])
  })

  it('works through an API of calls', async () => {
    const document = await loadPaths({
      '/createPet': { post: { operationId: 'create', ...BODY, responses: answers('200', withId({})) } },
      '/getPet': call('get'),
      '/deletePet': call('drop'),
    })
    const pets = new Map<string, object>()
    const api = createFakeApi({
      'POST /createPet': ({ body }) => {
        pets.set(`"p${pets.size}"`, body)
        return { status: 200, body: { id: `p${pets.size - 1}`, ...body } }
      },
      'POST /getPet': ({ body }) => ({ status: pets.has(JSON.stringify(body['petId'])) ? 200 : 404 }),
      'POST /deletePet': ({ body }) => ({ status: pets.delete(JSON.stringify(body['petId'])) ? 200 : 404 }),
    })
    const { log } = await runScenario(document, 'life-cycle /pet/{}', api)
    expect(log).toEqual([
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
    ])
  })
})

const BEGUN = { 202: { description: 'Begun', headers: { Location: { schema: { type: 'string' } } } } }

const loadJobs = () =>
  loadPaths({
    '/rebuild': { post: { operationId: 'rebuild', responses: BEGUN } },
    '/jobs/{jobId}': { get: { operationId: 'getJob' } },
  })

describe('If-Match', () => {
  it('names the state that was told last', async () => {
    const condition = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } }
    const document = await loadPaths({
      '/owners': MADE,
      '/owners/{ownerId}': {
        get: { operationId: 'getOwner', responses: answers('200', THING) },
        delete: { operationId: 'deleteOwner', parameters: [condition], responses: GONE },
      },
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

describe('planLocations', () => {
  it('follows the address of what was only begun', async () => {
    const api = createFakeApi({
      'POST /rebuild': () => ({ status: 202, headers: { location: '/jobs/j1' } }),
      'GET /jobs/{id}': () => ({ status: 200 }),
    })
    const { log } = await runScenario(await loadJobs(), 'location rebuild', api)
    expect(log).toEqual(['create POST /rebuild 202', 'follow-location GET /jobs/j1 200'])
  })

  it('leaves alone what promises no address', async () => {
    const document = await loadPaths({ '/rebuild': { post: { operationId: 'rebuild' } } })
    expect(scenarioIds(document).filter((id) => id.startsWith('location'))).toEqual([])
  })
})

describe('followLocation', () => {
  it('follows a Location that leads to no operation', async () => {
    const document = await loadPetStore()
    const api = createFakeApi(
      keepItems('/pets', {
        created: (item) => ({ status: 201, body: item, headers: { location: '/animals/1' } }),
      }),
    )
    const { exchanges } = await runScenario(document, 'life-cycle /pets/{}', api)
    const followed = exchanges.find(({ case: { step } }) => step === 'follow-location')
    expect(followed?.case).toMatchObject({ operation: undefined, request: { target: '/animals/1' } })
  })

  it('leaves a Location on another server alone', async () => {
    const document = await loadPetStore()
    const api = createFakeApi(
      keepItems('/pets', {
        created: (item) => ({ status: 201, body: item, headers: { location: 'https://cdn.test/1' } }),
      }),
    )
    const { log } = await runScenario(document, 'life-cycle /pets/{}', api)
    expect(log.some((line) => line.startsWith('follow-location'))).toBe(false)
  })
})
