import { describe, expect, it } from 'vitest'
import {
  answers,
  INTEGER,
  lists,
  loadPaths,
  makes,
  objectOf,
  puts,
  reads,
  TEXT,
} from '@contract-kit/openapi/testing'
import { changeRejected } from '../../scenarios/evidence.ts'
import { createFakeApi, createPetStore, keepItems, loadPetStore } from '../testing/fake-api.ts'
import { describeScenarios, runScenario, scenarioIds } from '../testing/fake-port.ts'

const SETTINGS = objectOf({ theme: TEXT, size: INTEGER }, 'theme', 'size')
/** The rejected changes of a pet, each between two reads. */
const changeOfPet = async (method: string, api = createPetStore()) => {
  const { shown } = await runScenario(await loadPetStore(), `failed-change /pets/{} ${method}`, api)
  return shown.flatMap((one) => changeRejected.read(one) ?? [])
}

describe('planFailedChanges', () => {
  it('breaks one statement and changes the rest', async () => {
    const [{ before, rejected } = {}] = await changeOfPet('PUT')
    expect(rejected?.case).toMatchObject({ mode: 'negative', target: { keyword: 'type' } })
    expect(rejected?.case.values?.body?.value).not.toMatchObject({
      name: Object(before?.answer.json)['name'],
    })
  })

  it('breaks another statement each time', async () => {
    const targets = (await changeOfPet('PATCH')).map(({ rejected }) => rejected.case.target.pointer)
    expect(targets.length).toBeGreaterThan(1)
    expect(new Set(targets).size).toBe(targets.length)
  })

  it('shows no change that was accepted', async () => {
    const store = createPetStore()
    const lax: typeof store = (method, target, body) =>
      method === 'PUT' ? { status: 200, body: { id: 1, name: 'Rex' } } : store(method, target, body)
    expect(await changeOfPet('PUT', lax)).toEqual([])
  })

  it('is not planned where the item cannot be read', async () => {
    const document = await loadPaths({ '/pets/{id}': puts(SETTINGS, SETTINGS) })
    expect(scenarioIds(document).filter((id) => id.startsWith('failed-change'))).toEqual([])
  })
})

describeScenarios('planFailedChanges', [
  [
    'needs no creation for a singleton',
    { '/settings': { ...reads(SETTINGS), ...puts(SETTINGS, SETTINGS) } },
    'failed-change /settings PUT',
    {
      'GET /settings': () => ({ status: 200, body: { theme: 'dark', size: 1 } }),
      'PUT /settings': () => ({ status: 400 }),
    },
    [1, 2].flatMap(() => ['GET /settings 200', 'PUT /settings 400', 'GET /settings 200']),
  ],
])

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

  const input = objectOf({ email: TEXT, role: { ...TEXT, enum: ['a', 'b', 'c', 'd'] } }, 'email', 'role')
  const user = objectOf({ id: INTEGER, email: TEXT, role: TEXT })
  const shared = { $ref: '#/components/schemas/Input' }
  const batch = objectOf({ users: { type: 'array', items: shared } }, 'users')
  const loadUsers = () =>
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
    expect(Object(second)['role']).not.toBe(Object(first)['role'])
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
