import { describe, expect, it } from 'vitest'
import { answers, json, loadPaths } from '../../resources/testing/load-paths.ts'
import { createFakeApi, type FakeReply } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'
import { keepItems } from './testing/keep-items.ts'
import { createPetStore, loadPetStore } from './testing/pet-store.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...json(NAMED) } }
const withId = (schema: object, name = 'id', type = 'string') => ({
  ...NAMED,
  properties: { ...schema, [name]: { type }, name: { type: 'string' } },
})

const created = (_item: object, path: string): FakeReply => ({
  status: 201,
  headers: { location: `http://api.test${path}` },
})

describe('makeItem', () => {
  it('learns the id from Location alone', async () => {
    const document = await loadPaths({
      '/notes': { post: { operationId: 'make', ...BODY, responses: { 201: { description: 'Made' } } } },
      '/notes/{id}': { get: { operationId: 'get' } },
    })
    const { log } = await runScenario(
      document,
      'life-cycle /notes/{}',
      createFakeApi(keepItems('/notes', { created })),
    )
    expect(log).toContain('read-created GET /notes/1 200')
  })

  it('learns the id from the list where creation tells nothing', async () => {
    const document = await loadPaths({
      '/notes': {
        get: { operationId: 'list', responses: answers('200', { type: 'array', items: withId({}) }) },
        post: { operationId: 'make', ...BODY, responses: { 201: { description: 'Made' } } },
      },
      '/notes/{id}': { get: { operationId: 'get' } },
    })
    const { log } = await runScenario(
      document,
      'life-cycle /notes/{}',
      createFakeApi(keepItems('/notes', { created: () => ({ status: 201 }) })),
    )
    expect(log).toContain('read-created GET /notes/1 200')
    expect(log).toContain('read-other GET /notes/2 200')
  })

  it('tries other bodies where one is refused', async () => {
    const document = await loadPetStore()
    const store = createPetStore()
    let count = 0
    const strict: typeof store = (method, target, body) => {
      if (method !== 'POST') return store(method, target, body)
      count += 1
      return count < 4 ? { status: 422 } : store(method, target, body)
    }
    const { log } = await runScenario(document, 'life-cycle /pets/{}', strict)
    expect(log.filter((line) => line.startsWith('create '))).toEqual([
      ...Array.from({ length: 3 }, () => 'create POST /pets 422'),
      'create POST /pets 201',
    ])
  })

  it('gives up and says why where no body is accepted', async () => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', () => ({
      status: 409,
    }))
    expect(log.filter((line) => line.startsWith('create '))).toHaveLength(6)
    expect(skipped).toEqual([
      'createPet: a created pet is there until it is deleted: not tried, no valid request to it succeeded',
    ])
  })

  it('claims nothing after an answer of 202', async () => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', (method) =>
      method === 'GET' ? { status: 200, body: [] } : { status: 202, body: { id: 1 } },
    )
    expect(log.at(-1)).toBe('create POST /pets 202')
    expect(skipped[0]).toContain('202')
  })
})
