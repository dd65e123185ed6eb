import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { drops, loadPaths, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { createFakeApi, type FakeRoutes } from '../testing/fake-api.ts'
import { bodiesBy, runScenario, scenarioIds } from '../testing/fake-port.ts'
import { createdBesideNothing } from './oracle.ts'

const typed = (type: string): JsonObject => ({ type: 'string', enum: [type] })
const shown = (type: string): JsonObject =>
  objectOf({ data: objectOf({ type: typed(type), id: TEXT }, 'type', 'id') }, 'data')
const link = (type: string): JsonObject =>
  objectOf({ data: objectOf({ type: typed(type), id: TEXT }, 'type', 'id') }, 'data')
const makes = (sent: JsonObject, type: string, contentType: string): JsonObject => ({
  post: {
    operationId: `make-${type}`,
    requestBody: { required: true, content: { [contentType]: { schema: objectOf({ data: sent }, 'data') } } },
    responses: {
      201: { description: 'It.', content: { 'application/vnd.api+json': { schema: shown(type) } } },
    },
  },
})

/** Tasks that may have a list and an owner; the API has no owners. */
const loadTasks = (contentType = 'application/vnd.api+json') =>
  loadPaths({
    '/lists': makes(objectOf({ type: typed('lists') }, 'type'), 'lists', contentType),
    '/lists/{listId}': { ...reads(shown('lists')), ...drops() },
    '/tasks': makes(
      objectOf(
        {
          type: typed('tasks'),
          relationships: objectOf({ list: link('lists'), owner: link('people') }),
        },
        'type',
      ),
      'tasks',
      contentType,
    ),
    '/tasks/{taskId}': reads(shown('tasks')),
  })

const routes = (left: { readonly status: number }): FakeRoutes => ({
  'POST /lists': () => ({ status: 201, body: { data: { type: 'lists', id: 'l1' } } }),
  'DELETE /lists/{listId}': () => ({ status: 204 }),
  'GET /lists/{listId}': () => ({ ...left, body: { data: { type: 'lists', id: 'l1' } } }),
  'POST /tasks': () => ({ status: 201, body: { data: { type: 'tasks', id: 't1' } } }),
})
const id = 'relationship make-tasks list'

describe('planRelationships', () => {
  it('creates an item whose relationship names a deleted one', async () => {
    const run = await runScenario(await loadTasks(), id, createFakeApi(routes({ status: 404 })))
    expect(run.log).toEqual([
      'POST /lists 201',
      'DELETE /lists/l1 204',
      'GET /lists/l1 404',
      'POST /tasks 201',
    ])
    expect(bodiesBy(run.exchanges, 'POST')[1]).toEqual({
      data: { type: 'tasks', relationships: { list: { data: { type: 'lists', id: 'l1' } } } },
    })
    const [, remove, read, create] = run.exchanges
    expect(run.shown.at(-1)).toEqual({ kind: createdBesideNothing.name, parts: { remove, read, create } })
  })

  it('creates nothing while the other is there', async () => {
    const { log } = await runScenario(await loadTasks(), id, createFakeApi(routes({ status: 200 })))
    expect(log.at(-1)).toBe('GET /lists/l1 200')
  })

  it.each([
    ['of JSON:API, to a thing that the API keeps', 'application/vnd.api+json', [id]],
    ['of another format', 'application/json', []],
  ])('is planned for relationships %s', async (_title, contentType, planned) => {
    const ids = scenarioIds(await loadTasks(contentType))
    expect(ids.filter((each) => each.startsWith('relationship'))).toEqual(planned)
  })
})
