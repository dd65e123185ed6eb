import { describe, expect, it } from 'vitest'
import { lists, loadPaths, makes, objectOf, reads, TEXT } from '@contract-kit/openapi/testing'
import { SharedParent } from '../phases/work-item.ts'
import {
  createFakeApi,
  createPetStore,
  type FakeRoutes,
  keepItems,
  loadPetStore,
} from '../properties/testing/fake-api.ts'
import { describeScenarios, runScenario } from '../properties/testing/fake-port.ts'

const NAMED = objectOf({ name: TEXT }, 'name')
const THING = objectOf({ id: TEXT, name: TEXT }, 'name')
const MADE = makes(NAMED, THING)
const QUIET = { responses: { 201: { description: 'Made' } } }
const LOAN = { copyId: TEXT, name: TEXT }
const lend = makes(objectOf(LOAN, 'copyId'), objectOf({ id: TEXT, ...LOAN }))
const named = (letter: string) => ({ idOf: (count: number) => `${letter}${count}` })

const pens = keepItems('/farms/{farmId}/pens')
const farms = keepItems('/farms')
const FARM = objectOf({ name: TEXT, area: TEXT, owner: TEXT, closed: TEXT, note: TEXT }, 'name')
const isBare = (farmId = ''): boolean =>
  Object.keys(
    Object(
      farms['GET /farms/{key}']?.({ path: { key: farmId }, query: new URLSearchParams(), body: {} }).body,
    ),
  ).length === 2

describeScenarios('makeItem', [
  [
    'makes the parent anew, with required properties only, if nothing more is accepted below it',
    {
      '/farms': makes(FARM, THING),
      '/farms/{farmId}/pens': MADE,
      '/farms/{farmId}/pens/{penId}': reads(THING),
    },
    'life-cycle /farms/{}/pens/{}',
    {
      ...farms,
      ...pens,
      'POST /farms/{farmId}/pens': (request) =>
        isBare(request.path['farmId'])
          ? (pens['POST /farms/{farmId}/pens']?.(request) ?? { status: 500 })
          : { status: 409 },
    },
    [
      'POST /farms 201',
      ...Array.from({ length: 3 }, () => 'POST /farms/1/pens 409'),
      'POST /farms 201',
      'POST /farms/2/pens 201',
      'GET /farms/2/pens/1 200',
      'GET /farms/2/pens/1 200',
      'POST /farms/2/pens 201',
      'GET /farms/2/pens/2 200',
    ],
  ],
  [
    'learns the id from Location alone',
    { '/notes': makes(NAMED, THING, QUIET), '/notes/{id}': reads(THING) },
    'life-cycle /notes/{}',
    keepItems('/notes', { created: (_item, path) => ({ status: 201, headers: { location: path } }) }),
    ['POST /notes 201', 'GET /notes/1 200', 'GET /notes/1 200', 'POST /notes 201', 'GET /notes/2 200'],
  ],
  [
    'learns the id from the list if the creation shows nothing',
    { '/notes': { ...lists(THING), ...makes(NAMED, THING, QUIET) }, '/notes/{id}': reads(THING) },
    'life-cycle /notes/{}',
    keepItems('/notes', { created: () => ({ status: 201 }) }),
    [
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
      'GET /notes/1 200',
      'GET /notes 200',
      'POST /notes 201',
      'GET /notes 200',
      'GET /notes/2 200',
    ],
  ],
])

describe('makeItem', () => {
  it.each([400, 404, 409, 422])('tries other bodies if one is rejected with %i', async (status) => {
    const store = createPetStore()
    let count = 0
    const strict: typeof store = (method, target, body) => {
      if (method === 'POST') count += 1
      return method === 'POST' && count < 4 ? { status } : store(method, target, body)
    }
    const { log } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', strict)
    expect(log.filter((line) => line.startsWith('POST ')).slice(0, 4)).toEqual([
      ...Array.from({ length: 3 }, () => `POST /pets ${status}`),
      'POST /pets 201',
    ])
  })

  it.each([
    [409, 6],
    [403, 1],
    [500, 1],
  ])('gives up and says why if every response is %i', async (status, tries) => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', () => ({
      status,
    }))
    expect(log.filter((line) => line.startsWith('POST '))).toHaveLength(tries)
    expect(skipped).toEqual([
      'createPet: a created pet exists until it is deleted: not tried, no valid request to it succeeded',
    ])
  })

  it('stops after a 202 response that shows no id', async () => {
    const { log, skipped } = await runScenario(await loadPetStore(), 'life-cycle /pets/{}', (method) =>
      method === 'GET' ? { status: 200, body: [] } : { status: 202, body: {} },
    )
    expect(log.at(-1)).toBe('POST /pets 202')
    expect(skipped[0]).toContain('202')
  })
})

describeScenarios('provideInputs', [
  [
    'makes parents three levels up first',
    {
      '/orgs': MADE,
      '/orgs/{orgId}/teams': MADE,
      '/orgs/{orgId}/teams/{teamId}/members': MADE,
      '/orgs/{orgId}/teams/{teamId}/members/{memberId}': reads(THING),
    },
    'life-cycle /orgs/{}/teams/{}/members/{}',
    {
      ...keepItems('/orgs', named('o')),
      ...keepItems('/orgs/{orgId}/teams', named('t')),
      ...keepItems('/orgs/{orgId}/teams/{teamId}/members', named('m')),
    },
    [
      'POST /orgs 201',
      'POST /orgs/o1/teams 201',
      'POST /orgs/o1/teams/t1/members 201',
      'GET /orgs/o1/teams/t1/members/m1 200',
      'GET /orgs/o1/teams/t1/members/m1 200',
      'POST /orgs/o1/teams/t1/members 201',
      'GET /orgs/o1/teams/t1/members/m2 200',
    ],
  ],
])

describe('provideInputs', () => {
  it('first creates the target of a foreign key', async () => {
    const document = await loadPaths({ '/copies': MADE, '/loans': lend, '/loans/{loanId}': reads(THING) })
    const api = createFakeApi({ ...keepItems('/copies', named('c')), ...keepItems('/loans') })
    const { exchanges, log } = await runScenario(document, 'life-cycle /loans/{}', api)
    expect(log[0]).toBe('POST /copies 201')
    expect(exchanges[1]?.case.values?.body?.value).toMatchObject({ copyId: 'c1' })
  })

  it('leaves out a reference to a thing that cannot be made', async () => {
    const node = objectOf({ parentNodeId: TEXT, name: TEXT }, 'name')
    const document = await loadPaths({ '/nodes': makes(node, THING), '/nodes/{nodeId}': reads(THING) })
    const api = createFakeApi(keepItems('/nodes'))
    const { exchanges } = await runScenario(document, 'life-cycle /nodes/{}', api)
    expect(Object.keys(Object(exchanges[0]?.case.values?.body?.value))).toEqual(['name'])
  })

  it('names the input that no operation provides', async () => {
    const crates = '/depots/{depotId}/crates'
    const document = await loadPaths({ [crates]: MADE, [`${crates}/{crateId}`]: reads(THING) })
    const { skipped } = await runScenario(document, 'life-cycle /depots/{}/crates/{}', createFakeApi({}))
    expect(skipped[0]).toContain('no operation returns a value for path depotId')
  })
})

describeScenarios('renewReferences', [
  [
    'refers to another thing if the first is taken',
    { '/books': MADE, '/books/{bookId}/copies': MADE, '/loans': lend, '/loans/{loanId}': reads(THING) },
    'life-cycle /loans/{}',
    {
      ...keepItems('/books', named('b')),
      ...keepItems('/books/{bookId}/copies', named('c')),
      ...keepItems('/loans', { once: 'copyId' }),
    },
    ['…', 'POST /loans 409', 'POST /books/b1/copies 201', 'POST /loans 201', 'GET /loans/2 200'],
  ],
])

describe('createItems', () => {
  it('creates with several workers what one worker creates, each item with values of its own', async () => {
    const document = await loadPetStore()
    const createdBy = async (workers: number) => {
      const { exchanges } = await runScenario(document, 'paging listPets', createPetStore(), 1, undefined, {
        workers,
      })
      return exchanges.filter(({ case: { request } }) => request.method === 'POST')
    }
    const [one, several] = [await createdBy(1), await createdBy(8)]
    expect(several).toHaveLength(one.length)
    expect(several.every(({ response }) => response.status === 201)).toBe(true)
    expect(new Set(several.map(({ case: { request } }) => request.body)).size).toBe(several.length)
  })
})

describe('a scenario that must be apart', async () => {
  const PETS = '/owners/{ownerId}/pets'
  const nested = await loadPaths({
    '/owners': { ...lists(THING), ...MADE },
    '/owners/{ownerId}': reads(THING),
    [PETS]: { ...lists(THING), ...MADE },
    [`${PETS}/{petId}`]: reads(THING),
  })
  const full = { ...keepItems('/owners'), ...keepItems(PETS) }
  const closed = {
    ...full,
    'GET /owners': () => ({ status: 200, body: [{ id: '7', name: 'Ann' }] }),
    'POST /owners': () => ({ status: 403 }),
  }
  const live = (routes: FakeRoutes, mustBeApart: boolean) =>
    runScenario(nested, 'life-cycle /owners/{}/pets/{}', createFakeApi(routes), 1, undefined, {
      workers: 8,
      mustBeApart,
    })

  it('works below a parent that it creates', async () => {
    const { log } = await live(full, true)
    expect(log[0]).toBe('POST /owners 201')
    expect(log).toContain('POST /owners/1/pets 201')
  })

  it('gives up if there is only a parent that existed before, and uses that one otherwise', async () => {
    await expect(live(closed, true)).rejects.toThrow(SharedParent)
    expect((await live(closed, false)).log).toContain('POST /owners/7/pets 201')
  })
})
