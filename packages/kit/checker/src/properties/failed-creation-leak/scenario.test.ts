import { describe, expect, it } from 'vitest'
import type { JsonObject } from '@contract-kit/json-schema/json'
import {
  answers,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import type { Exchange } from '../../core/exchange.ts'
import { changeRejected, itemUsed } from '../../scenarios/evidence.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { runScenario, scenarioIds } from '../testing/fake-port.ts'
import { creationFailed } from './oracle.ts'

const requestsOf = (exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.map(({ case: { request }, response }) => `${request.method} ${request.target} ${response.status}`)

const batchOf = (items: JsonObject) => objectOf({ users: { type: 'array', items } }, 'users')

describe('planFailedCreation', () => {
  it('shows each rejected creation between two reads of the list', async () => {
    const run = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', createPetStore())
    const [first, failed, second, again, third] = run.exchanges
    expect(requestsOf(run.exchanges)).toEqual([
      'GET /pets?limit=50 200',
      'POST /pets 400',
      'GET /pets?limit=50 200',
      'POST /pets 400',
      'GET /pets?limit=50 200',
    ])
    expect(run.shown.map((one) => creationFailed.read(one))).toEqual([
      { before: [first], failed, list: [second] },
      { before: [second], failed: again, list: [third] },
    ])
    expect([failed, again].map((one) => one?.case.mayBeRejected)).toEqual([true, true])
  })

  it('shows every page of a list that is too long for one response', async () => {
    const store = createPetStore()
    for (let made = 0; made < 60; made += 1) store('POST', '/pets', '{"name":"old"}')
    const { shown } = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', store)
    const [seen] = shown.flatMap((one) => creationFailed.read(one) ?? [])
    const pages = ['GET /pets?limit=50 200', 'GET /pets?limit=50&offset=50 200']
    expect(requestsOf(seen?.before ?? [])).toEqual(pages)
    expect(requestsOf(seen?.list ?? [])).toEqual([...pages, 'GET /pets?limit=50 200'])
  })

  it('reads the list anew if a broken request was accepted', async () => {
    const store = createPetStore()
    const lax: typeof store = (method, target, body) =>
      store(method, target, method === 'POST' ? '{"name":"accepted"}' : body)
    const { exchanges, shown } = await runScenario(await loadPetStore(), 'failed-creation /pets/{}', lax, 2)
    expect(requestsOf(exchanges).slice(0, 3)).toEqual([
      'GET /pets?limit=50 200',
      'POST /pets 201',
      'GET /pets?limit=50 200',
    ])
    expect(shown).toEqual([])
  })

  const input = objectOf({ email: TEXT, role: { ...TEXT, enum: ['a', 'b', 'c', 'd'] } }, 'email', 'role')
  const user = objectOf({ id: INTEGER, email: TEXT, role: TEXT })
  const shared = { $ref: '#/components/schemas/Input' }
  const loadUsers = (batch = batchOf(shared)) =>
    loadPaths(
      {
        '/users': {
          ...lists(user),
          ...makes(shared, user, { responses: { ...answers('201', user), 409: { description: 'taken' } } }),
        },
        '/users/{key}': reads(user),
        '/users/batch': makes(batch, { type: 'object' }, { operationId: 'addAll' }),
      },
      { Input: input },
    )

  it('creates an item with the texts of an existing one', async () => {
    let made = 0
    const users = keepItems('/users')
    const api = createFakeApi({
      ...users,
      'POST /users': (request) => {
        made += 1
        return made > 1 ? { status: 409 } : (users['POST /users']?.(request) ?? { status: 500 })
      },
    })
    const { exchanges, shown } = await runScenario(await loadUsers(), 'taken /users/{}', api)
    expect(requestsOf(exchanges)).toEqual([
      'POST /users 201',
      'GET /users/1 200',
      'GET /users 200',
      'POST /users 409',
      'GET /users 200',
      'GET /users/1 200',
    ])
    const [source, before, listed, rejected, list, after] = exchanges
    expect(shown.flatMap((one) => creationFailed.read(one) ?? [])).toEqual([
      { before: [listed], failed: rejected, list: [list] },
    ])
    expect(shown.flatMap((one) => itemUsed.read(one) ?? [])).toEqual([{ source, reads: [], use: before }])
    expect(shown.flatMap((one) => changeRejected.read(one) ?? [])).toEqual([
      { created: undefined, once: undefined, before, rejected, after },
    ])
    const [first, second] = exchanges
      .filter(({ case: { request } }) => request.method === 'POST')
      .map(({ case: { values } }) => values?.body?.value)
    expect(Object(second)['email']).toBe(Object(first)['email'])
    expect(Object(second)['role']).not.toBe(Object(first)['role'])
    expect(scenarioIds(await loadPetStore())).not.toContain('taken /pets/{}')
  })

  it('sends a batch of a new item and one that exists, or is broken', async () => {
    const api = createFakeApi({ 'POST /users/batch': () => ({ status: 409 }), ...keepItems('/users') })
    const { exchanges, shown } = await runScenario(await loadUsers(), 'failed-batch addAll', api)
    expect(requestsOf(exchanges)).toEqual([
      'POST /users 201',
      'GET /users 200',
      'POST /users/batch 409',
      'GET /users 200',
      'POST /users/batch 409',
      'GET /users 200',
    ])
    const [taken, broken] = shown.flatMap((one) => creationFailed.read(one)?.failed ?? [])
    const { values } = taken?.case ?? {}
    expect(Object(values?.body?.value)['users']).toEqual([
      expect.any(Object),
      exchanges[0]?.case.values?.body?.value,
    ])
    expect(broken?.verdict).toMatchObject({ isInvalid: true })
    expect(Object(broken?.case.values?.body?.value)['users']).toHaveLength(2)
  })

  it('puts the items of a batch into their envelopes', async () => {
    const api = createFakeApi({ 'POST /users/batch': () => ({ status: 409 }), ...keepItems('/users') })
    const enveloped = batchOf(objectOf({ user: shared }, 'user'))
    const { exchanges } = await runScenario(await loadUsers(enveloped), 'failed-batch addAll', api)
    const [made, , batch] = exchanges
    expect(Object(batch?.case.values?.body?.value)['users']).toEqual([
      { user: expect.any(Object) },
      { user: made?.case.values?.body?.value },
    ])
  })
})
