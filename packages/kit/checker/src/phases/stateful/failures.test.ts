import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario, scenarioIds } from './testing/fake-port.ts'

const SETTINGS = {
  type: 'object',
  properties: { theme: { type: 'string' }, size: { type: 'integer' } },
  required: ['theme', 'size'],
}

describe('planFailedChanges', () => {
  it('breaks one statement and changes the rest', async () => {
    const { exchanges } = await runScenario(
      await loadPetStore(),
      'failed-change /pets/{} PUT',
      createPetStore(),
    )
    const broken = exchanges.find(({ case: { step } }) => step === 'failed-change')
    const before = exchanges.find(({ case: { step } }) => step === 'read-before-change')
    expect(broken?.case).toMatchObject({ mode: 'negative', target: { keyword: 'type' } })
    expect(broken?.case.values?.body?.value).not.toMatchObject({ name: Object(before?.answer.json)['name'] })
  })

  it('breaks another statement each time', async () => {
    const { exchanges } = await runScenario(
      await loadPetStore(),
      'failed-change /pets/{} PATCH',
      createPetStore(),
    )
    const targets = exchanges
      .filter(({ case: { step } }) => step === 'failed-change')
      .map((exchange) => exchange.case.target.pointer)
    expect(new Set(targets).size).toBe(targets.length)
  })

  it('needs no creation for a singleton', async () => {
    const document = await loadPaths({
      '/settings': {
        get: { operationId: 'get', responses: answers('200', SETTINGS) },
        put: { operationId: 'put', requestBody: { required: true, ...jsonContent(SETTINGS) } },
      },
    })
    const api = createFakeApi({
      'GET /settings': () => ({ status: 200, body: { theme: 'dark', size: 1 } }),
      'PUT /settings': () => ({ status: 400 }),
    })
    const { log } = await runScenario(document, 'failed-change /settings PUT', api)
    expect(log.slice(0, 3)).toEqual([
      'read-before-change GET /settings 200',
      'failed-change PUT /settings 400',
      'read-after-failed-change GET /settings 200',
    ])
  })

  it('is not planned where the item cannot be read', async () => {
    const document = await loadPaths({
      '/pets/{id}': { put: { operationId: 'put', requestBody: jsonContent(SETTINGS) } },
    })
    expect(scenarioIds(document).filter((id) => id.startsWith('failed-change'))).toEqual([])
  })
})

describe('planFailedCreation', () => {
  it('reads the list anew where a broken request was accepted', async () => {
    const store = createPetStore()
    const lax: typeof store = (method, target, body) =>
      store(method, target, method === 'POST' ? '{"name":"accepted"}' : body)
    const { log } = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', lax, 2)
    expect(log.slice(0, 3)).toEqual([
      'list-before GET /pets?limit=50 200',
      'failed-create POST /pets 201',
      'list-before GET /pets?limit=50 200',
    ])
    expect(log.join()).not.toContain('list-after-failed-create')
  })

  const INPUT = {
    type: 'object',
    required: ['email', 'role'],
    properties: { email: { type: 'string' }, role: { type: 'string', enum: ['a', 'b', 'c', 'd'] } },
  }
  const USER = { type: 'object', properties: { id: { type: 'integer' }, ...INPUT.properties } }
  const loadUsers = () =>
    loadPaths(
      {
        '/users': {
          get: { operationId: 'list', responses: answers('200', { type: 'array', items: USER }) },
          post: {
            operationId: 'add',
            requestBody: { required: true, ...jsonContent({ $ref: '#/components/schemas/Input' }) },
            responses: { ...answers('201', USER), 409: { description: 'taken' } },
          },
        },
        '/users/{key}': { get: { operationId: 'get', responses: answers('200', USER) } },
        '/users/batch': {
          post: {
            operationId: 'addAll',
            requestBody: {
              required: true,
              ...jsonContent({
                type: 'object',
                required: ['users'],
                properties: { users: { type: 'array', items: { $ref: '#/components/schemas/Input' } } },
              }),
            },
            responses: answers('201', { type: 'object' }),
          },
        },
      },
      { Input: INPUT },
    )

  it('creates something with the texts of what is there', async () => {
    let made = 0
    const users = keepItems('/users')
    const api = createFakeApi({
      ...users,
      'POST /users': (request) => {
        made += 1
        return made > 1 ? { status: 409 } : (users['POST /users']?.(request) ?? { status: 500 })
      },
    })
    const { log, exchanges } = await runScenario(await loadUsers(), 'taken /users/{}', api)
    expect(log).toEqual([
      'create POST /users 201',
      'read-before-change GET /users/1 200',
      'list-before GET /users 200',
      'failed-create POST /users 409',
      'list-after-failed-create GET /users 200',
      'read-after-failed-change GET /users/1 200',
    ])
    const [first, second] = exchanges
      .filter(({ case: { request } }) => request.method === 'POST')
      .map(({ case: { values } }) => values?.body?.value)
    expect(Object(second)['email']).toBe(Object(first)['email'])
    expect(scenarioIds(await loadPetStore())).not.toContain('taken /pets/{}')
  })

  it('sends a batch of something new and something that is there, or broken', async () => {
    const api = createFakeApi({ 'POST /users/batch': () => ({ status: 409 }), ...keepItems('/users') })
    const { log, exchanges } = await runScenario(await loadUsers(), 'failed-batch addAll', api)
    expect(log).toEqual([
      'create POST /users 201',
      'list-before GET /users 200',
      'failed-create POST /users/batch 409',
      'list-after-failed-create GET /users 200',
      'failed-create POST /users/batch 409',
      'list-after-failed-create GET /users 200',
    ])
    const [taken, broken] = exchanges.filter(({ case: { step } }) => step === 'failed-create')
    const { values } = taken?.case ?? {}
    expect(Object(values?.body?.value)['users']).toEqual([
      expect.any(Object),
      exchanges[0]?.case.values?.body?.value,
    ])
    expect(broken?.verdict).toMatchObject({ isInvalid: true })
    expect(Object(broken?.case.values?.body?.value)['users']).toHaveLength(2)
  })
})
