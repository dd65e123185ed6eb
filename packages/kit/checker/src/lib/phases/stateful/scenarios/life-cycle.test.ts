import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from '../testing/fake-api.ts'
import { keepItems } from '../testing/keep-items.ts'
import { createPetStore, loadPetStore } from '../testing/pet-store.ts'
import { runScenario } from '../testing/fake-port.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...json(NAMED) } }
const GONE = { 204: { description: 'Gone' } }

const withId = (schema: object, name = 'id', type = 'string') => ({
  ...NAMED,
  properties: { ...schema, [name]: { type }, name: { type: 'string' } },
})

const TAKES_PET_ID = json({ type: 'object', properties: { petId: { type: 'string' } }, required: ['petId'] })

const call = (operationId: string) => ({
  post: { operationId, requestBody: { required: true, ...TAKES_PET_ID } },
})

describe('planLifeCycle', () => {
  it('walks from creation to deletion', async () => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', createPetStore())
    expect(log).toEqual([
      'list-before GET /pets?limit=50 200',
      'create POST /pets 201',
      'follow-location GET /pets/1 200',
      'read-created GET /pets/1 200',
      'list-after-create GET /pets?limit=50 200',
      'create-second POST /pets 201',
      'read-other GET /pets/2 200',
      'delete DELETE /pets/1 204',
      'read-after-delete GET /pets/1 404',
      'list-after-delete GET /pets?limit=50 200',
      'delete-again DELETE /pets/1 404',
      'read-other GET /pets/2 200',
    ])
    expect(skipped).toEqual([])
  })

  it('tells where bound values came from', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', createPetStore())
    expect(exchanges.find(({ case: { step } }) => step === 'read-created')?.case.boundTo).toEqual({
      'path.petId': 'createPet $response.body#/id',
    })
  })

  it('hands each exchange the ones before it', async () => {
    const { exchanges } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', createPetStore())
    expect(exchanges.map(({ history }) => history.length)).toEqual(exchanges.map((_exchange, index) => index))
  })

  it('opens envelopes and keeps to their naming', async () => {
    const document = await loadPaths({
      '/ticket_types': {
        get: {
          operationId: 'list',
          responses: answers('200', {
            type: 'object',
            properties: { data: { type: 'array', items: withId({}) } },
          }),
        },
        post: {
          operationId: 'make',
          ...BODY,
          responses: answers('201', {
            type: 'object',
            properties: { data: withId({}), meta: { type: 'object' } },
          }),
        },
      },
      '/ticket_types/{ticket_type_id}': {
        get: { operationId: 'get' },
        delete: { operationId: 'drop', responses: GONE },
      },
    })
    const api = keepItems('/ticket_types', {
      idOf: (count) => `00000000-0000-4000-8000-00000000000${count}`,
      wrap: (item) => ({ data: item, meta: {} }),
      list: (items) => ({ status: 200, body: { data: [...items] } }),
    })
    const { log } = await runScenario(document, 'life-cycle /ticket_types/{}', createFakeApi(api))
    expect(log).toContain('read-created GET /ticket_types/00000000-0000-4000-8000-000000000001 200')
    expect(log).toContain('read-after-delete GET /ticket_types/00000000-0000-4000-8000-000000000001 404')
  })

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
    ])
  })
})
