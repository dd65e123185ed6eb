import { describe, expect, it } from 'vitest'
import { answers, jsonContent, loadPaths } from '../../resources/testing/load-paths.ts'
import { SharedParent } from '../work-item.ts'
import { createFakeApi, createPetStore, type FakeReply, keepItems, loadPetStore } from './testing/fake-api.ts'
import { runScenario } from './testing/fake-port.ts'

const NAMED = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const BODY = { requestBody: { required: true, ...jsonContent(NAMED) } }
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

  it('stops after an answer of 202 that tells no id', async () => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', (method) =>
      method === 'GET' ? { status: 200, body: [] } : { status: 202, body: {} },
    )
    expect(log.at(-1)).toBe('create POST /pets 202')
    expect(skipped[0]).toContain('202')
  })
})

describe('provideInputs', () => {
  it('makes parents three levels up first', async () => {
    const make = { post: { ...BODY, responses: answers('201', withId({})) } }
    const document = await loadPaths({
      '/orgs': make,
      '/orgs/{orgId}/teams': make,
      '/orgs/{orgId}/teams/{teamId}/members': make,
      '/orgs/{orgId}/teams/{teamId}/members/{memberId}': { get: { operationId: 'get' } },
    })
    const api = createFakeApi({
      ...keepItems('/orgs', { idOf: (count) => `o${count}` }),
      ...keepItems('/orgs/{orgId}/teams', { idOf: (count) => `t${count}` }),
      ...keepItems('/orgs/{orgId}/teams/{teamId}/members', { idOf: (count) => `m${count}` }),
    })
    const { log } = await runScenario(document, 'life-cycle /orgs/{}/teams/{}/members/{}', api)
    expect(log).toEqual([
      'given POST /orgs 201',
      'given POST /orgs/o1/teams 201',
      'create POST /orgs/o1/teams/t1/members 201',
      'follow-location GET /orgs/o1/teams/t1/members/m1 200',
      'read-created GET /orgs/o1/teams/t1/members/m1 200',
      'create-second POST /orgs/o1/teams/t1/members 201',
      'read-other GET /orgs/o1/teams/t1/members/m2 200',
    ])
  })

  it('makes what a foreign key refers to first', async () => {
    const loan = {
      type: 'object',
      properties: { book_id: { type: 'string' }, name: { type: 'string' } },
      required: ['book_id', 'name'],
    }
    const document = await loadPaths({
      '/books': {
        post: {
          operationId: 'makeBook',
          ...BODY,
          responses: answers('201', withId({})),
        },
      },
      '/loans': {
        post: {
          operationId: 'lend',
          requestBody: { required: true, ...jsonContent(loan) },
          responses: answers('201', withId(loan.properties)),
        },
      },
      '/loans/{loanId}': { get: { operationId: 'getLoan' } },
    })
    const books = keepItems('/books', { idOf: (count) => `b${count}` })
    const { exchanges, log } = await runScenario(
      document,
      'life-cycle /loans/{}',
      createFakeApi({ ...books, ...keepItems('/loans') }),
    )
    expect(log[0]).toBe('given POST /books 201')
    expect(exchanges[1]?.case.values?.body?.value).toMatchObject({ book_id: 'b1' })
  })

  it('leaves out a reference to a thing that cannot be made', async () => {
    const node = {
      type: 'object',
      properties: { parentNodeId: { type: 'string' }, name: { type: 'string' } },
      required: ['name'],
    }
    const document = await loadPaths({
      '/nodes': {
        post: {
          operationId: 'make',
          requestBody: { required: true, ...jsonContent(node) },
          responses: answers('201', withId({})),
        },
      },
      '/nodes/{nodeId}': { get: { operationId: 'get' } },
    })
    const { exchanges } = await runScenario(
      document,
      'life-cycle /nodes/{}',
      createFakeApi(keepItems('/nodes')),
    )
    expect(Object.keys(Object(exchanges[0]?.case.values?.body?.value))).toEqual(['name'])
  })

  it('names the input that nobody gives', async () => {
    const document = await loadPaths({
      '/depots/{depotId}/crates': {
        post: {
          operationId: 'make',
          ...BODY,
          responses: answers('201', withId({})),
        },
      },
      '/depots/{depotId}/crates/{crateId}': { get: { operationId: 'get' } },
    })
    const { skipped } = await runScenario(document, 'life-cycle /depots/{}/crates/{}', () => ({
      status: 404,
    }))
    expect(skipped[0]).toContain('no producer gives path depotId')
  })
})

const THING = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const LOAN = { type: 'object', properties: { copyId: { type: 'string' } }, required: ['copyId'] }
const MAKE = {
  post: { requestBody: { required: true, ...jsonContent(THING) }, responses: answers('201', THING) },
}

describe('renewReferences', () => {
  it('refers to another thing where the first is taken', async () => {
    const document = await loadPaths({
      '/books': MAKE,
      '/books/{bookId}/copies': MAKE,
      '/loans': {
        post: { requestBody: { required: true, ...jsonContent(LOAN) }, responses: answers('201', THING) },
      },
      '/loans/{loanId}': { get: {} },
    })
    const lent = new Set<string>()
    const loans = keepItems('/loans')
    const api = createFakeApi({
      ...keepItems('/books', { idOf: (count) => `b${count}` }),
      ...keepItems('/books/{bookId}/copies', { idOf: (count) => `c${count}` }),
      ...loans,
      'POST /loans': (request) => {
        const copy = JSON.stringify(request.body['copyId'])
        if (lent.has(copy)) return { status: 409 }
        lent.add(copy)
        return loans['POST /loans']?.(request) ?? { status: 500 }
      },
    })
    const { log } = await runScenario(document, 'life-cycle /loans/{}', api)
    expect(log.slice(-4)).toEqual([
      'create-second POST /loans 409',
      'given POST /books/b1/copies 201',
      'create-second POST /loans 201',
      'read-other GET /loans/2 200',
    ])
  })
})

describe('createItems', () => {
  it('creates with several workers what one worker creates, each item with values of its own', async () => {
    const document = await loadPetStore()
    const createdBy = async (workers: number) => {
      const { exchanges } = await runScenario(document, 'paging listPets', createPetStore(), 1, undefined, {
        workers,
      })
      return exchanges.filter(({ case: { step } }) => step === 'create')
    }
    const [one, several] = [await createdBy(1), await createdBy(8)]
    expect(several).toHaveLength(one.length)
    expect(several.every(({ answer }) => answer.status === 201)).toBe(true)
    expect(new Set(several.map(({ case: { request } }) => request.body)).size).toBe(several.length)
  })
})

describe('a scenario that must be apart', () => {
  const NESTED = {
    '/owners': {
      get: { operationId: 'listOwners', responses: answers('200', { type: 'array', items: withId({}) }) },
      post: { operationId: 'makeOwner', ...BODY, responses: answers('201', withId({})) },
    },
    '/owners/{ownerId}': { get: { operationId: 'getOwner', responses: answers('200', withId({})) } },
    '/owners/{ownerId}/pets': {
      get: { operationId: 'listPets', responses: answers('200', { type: 'array', items: withId({}) }) },
      post: { operationId: 'makePet', ...BODY, responses: answers('201', withId({})) },
    },
    '/owners/{ownerId}/pets/{petId}': {
      get: { operationId: 'getPet', responses: answers('200', withId({})) },
    },
  }
  const full = { ...keepItems('/owners'), ...keepItems('/owners/{ownerId}/pets') }
  const closed = {
    ...full,
    'GET /owners': () => ({ status: 200, body: [{ id: '7', name: 'Ann' }] }),
    'POST /owners': () => ({ status: 403 }),
  }
  const live = async (routes: Parameters<typeof createFakeApi>[0], mustBeApart: boolean) =>
    runScenario(
      await loadPaths(NESTED),
      'life-cycle /owners/{}/pets/{}',
      createFakeApi(routes),
      1,
      undefined,
      {
        workers: 8,
        mustBeApart,
      },
    )

  it('works below a parent that it creates', async () => {
    const { log } = await live(full, true)
    expect(log[0]).toBe('given POST /owners 201')
    expect(log).toContain('create POST /owners/1/pets 201')
  })

  it('gives up where only a parent that exists is to be had, and takes that one otherwise', async () => {
    await expect(live(closed, true)).rejects.toThrow(SharedParent)
    const { log } = await live(closed, false)
    expect(log).toContain('create POST /owners/7/pets 201')
  })
})
