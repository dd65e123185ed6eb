import { beforeEach, describe, expect, it } from 'vitest'
import {
  listDocument,
  namesIn,
  petReference,
  responds,
  takes,
  type ListParts,
  type Pet,
} from './list-document.ts'
import { serveSandbox, type ServedSandbox, shareSandbox } from './serve.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const texts = { type: 'array', items: text }
const kind = { type: 'string', enum: ['cat', 'dog', 'bird'] }
const properties = {
  kind,
  tags: texts,
  isTame: { type: 'boolean' },
  price: { type: 'number' },
  born_at: { type: 'string', format: 'date-time' },
  ownerId: integer,
  password: { type: 'string', writeOnly: true },
}
const born = ['2024-01-01T12:00:00Z', '2024-01-02T00:00:00Z', '2024-01-03T00:00:00+01:00']
const pets = [
  { name: 'Ada', kind: 'cat', tags: ['small', 'old'], isTame: true, price: 10, born_at: born[0], ownerId: 1 },
  { name: 'Bo', kind: 'dog', tags: ['old'], isTame: false, price: 20, born_at: born[1], ownerId: 2 },
  {
    name: 'Cy',
    kind: 'bird',
    tags: ['small'],
    price: 30,
    born_at: born[2],
    ownerId: 1,
    password: 'old times',
  },
]

const documentWith = (parts: ListParts) => listDocument({ ...parts, properties })
const fill = async (api: ServedSandbox) => {
  for (const pet of pets) await api.send('POST', '/pets', pet)
}
async function servePets(parts: ListParts): Promise<ServedSandbox> {
  const api = await serveSandbox(documentWith(parts))
  await fill(api)
  return api
}

/** The first letters of the pets that a query finds. */
async function find(api: ServedSandbox, path: string): Promise<string> {
  const response = await api.send('GET', path)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json)
    .map(([letter]) => letter)
    .join('')
}

describe('the filters of a list', () => {
  const number = { type: 'number' }
  const time = { type: 'string', format: 'date-time' }
  const date = { type: 'string', format: 'date' }
  const api = shareSandbox(
    documentWith({
      query: {
        kind,
        kinds: { schema: { type: 'array', items: kind }, explode: false },
        name: text,
        tag: { schema: texts, explode: true },
        tags: { schema: texts, description: 'Pets with all of these tags.' },
        tame: { type: 'boolean' },
        isTame: {
          schema: { type: 'boolean' },
          description: 'Only tame pets, or with `false` only those that are not.',
        },
        filter: {
          style: 'deepObject',
          schema: { type: 'object', properties: { kind, min_price: number } },
        },
        minPrice: number,
        max_price: number,
        'price[lt]': number,
        price_gt: number,
        born_after: time,
        born_before: time,
        born_from: date,
        born_to: date,
        q: text,
        within: {
          schema: { type: 'array', items: { type: 'string', enum: ['name', 'tags'] } },
          explode: false,
        },
        has_tags: { type: 'boolean' },
        ownerId: integer,
        owner: text,
        ids: text,
        fields: text,
      },
    }),
  )
  beforeEach(() => fill(api))

  it.each([
    ['kind=dog', 'B'],
    ['kinds=dog,cat', 'AB'],
    ['name=ada', 'A'],
    ['kind=dog&name=Ada', ''],
    ['tag=small&tag=old', 'ABC'],
    ['tags=small&tags=old', 'A'],
    ['tame=true', 'A'],
    ['tame=false', 'BC'],
    ['isTame=true', 'A'],
    ['isTame=false', 'BC'],
    ['filter[kind]=bird', 'C'],
    ['filter[min_price]=20', 'BC'],
    ['minPrice=20', 'BC'],
    ['max_price=20', 'AB'],
    ['price[lt]=20', 'A'],
    ['price_gt=20', 'C'],
    ['born_after=2024-01-01T12:00:00Z', 'BC'],
    ['born_before=2024-01-02T23:00:00Z', 'AB'],
    ['born_from=2024-01-02', 'BC'],
    ['born_to=2024-01-01', 'A'],
    // In every text of an item, in any case, but never in what only requests have.
    ['q=SMALL', 'AC'],
    ['q=o', 'AB'],
    ['q=o&within=name', 'B'],
    ['q=times', ''],
    ['has_tags=true', 'ABC'],
    ['has_tags=false', 'D'],
    ['ownerId=1', 'AC'],
    ['owner=2', 'B'],
  ])('%s finds %s', async (query, found) => {
    if (query.startsWith('has_tags')) await api.send('POST', '/pets', { name: 'Di', tags: [] })
    expect(await find(api, `/pets?${query}`)).toBe(found)
  })

  it('select by several ids', async () => {
    const [ada, , cy] = (await api.read('/pets')) as readonly Pet[]
    expect(await find(api, `/pets?ids=${ada?.id},${cy?.id}`)).toBe('AC')
  })

  it('choose the properties that are shown', async () => {
    const shown = (await api.read('/pets?fields=name')) as readonly object[]
    expect(shown.map((pet) => Object.keys(pet))).toStrictEqual(pets.map(() => ['id', 'name']))
  })

  it.each<[string, NonNullable<ListParts['query']>, string, string]>([
    ['apply their default', { kind: { ...kind, default: 'cat' } }, '', 'A'],
    ['may have brackets in their names', { 'filter[kind]': kind }, 'filter[kind]=bird', 'C'],
    [
      'end a range as the document says',
      { born_after: { schema: time, description: 'Pets born at this time or later.' } },
      'born_after=2024-01-02T00:00:00Z',
      'BC',
    ],
    [
      'select by a part of a text where the document says so',
      { name: { schema: text, description: 'Pets whose name contains this.' } },
      'name=d',
      'A',
    ],
    [
      'leave nothing out for a value that means everything',
      { kind: { type: 'string', enum: [...kind.enum, 'all'] } },
      'kind=all',
      'ABC',
    ],
  ])('%s', async (_title, query, sent, found) => {
    await using other = await servePets({ query })
    expect(await find(other, `/pets?${sent}`)).toBe(found)
  })
})

const listOf = (items: object) => {
  const list = { type: 'object', properties: { data: { type: 'array', items } } }
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, list] }
}

describe('a list of the items of another collection', () => {
  const petArray = { type: 'array', items: petReference }
  const owner = { type: 'object', required: ['id'], properties: { id: integer, name: text } }
  const inPath = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema })
  const parameters = [inPath('ownerId', integer)]
  const api = shareSandbox(
    documentWith({
      paths: {
        '/owners': { post: { requestBody: takes(owner), responses: responds(owner, 201) } },
        '/owners/{ownerId}': { parameters, get: { responses: responds(owner) } },
        '/owners/{ownerId}/pets': { parameters, get: { responses: responds(petArray) } },
        '/owners/{ownerId}/pets/{petId}': {
          parameters: [...parameters, inPath('petId')],
          get: { responses: responds(petReference) },
        },
        '/people/{owner_id}/pets': {
          get: { parameters: [inPath('owner_id')], responses: responds(petArray) },
        },
        '/{version}/all-pets': { get: { parameters: [inPath('version')], responses: responds(petArray) } },
        '/pets/findByKind': {
          get: {
            parameters: [{ name: 'kind', in: 'query', required: true, schema: kind }],
            responses: responds(petArray),
          },
        },
      },
    }),
  )
  beforeEach(async () => {
    await fill(api)
    for (const id of [1, 2, 3]) await api.send('POST', '/owners', { id })
  })

  it.each([
    ['those that name the thing around it', '/owners/1/pets', 'AC'],
    ['nothing where none names it', '/owners/3/pets', ''],
    ['those that name a thing which the document has no operations for', '/people/2/pets', 'B'],
    ['all where its parameter names nothing', '/v2/all-pets', 'ABC'],
    ['what the schema of its items says', '/pets/findByKind?kind=dog', 'B'],
  ])('shows %s', async (_title, path, found) => {
    expect(await find(api, path)).toBe(found)
  })

  it('belongs to a thing that exists, and its items to no other', async () => {
    const [ada] = (await api.read('/owners/1/pets')) as readonly Pet[]
    expect(await api.status('GET', '/owners/9/pets')).toBe(404)
    expect(await api.status('GET', `/owners/1/pets/${ada?.id}`)).toBe(200)
    expect(await api.status('GET', `/owners/2/pets/${ada?.id}`)).toBe(404)
  })

  it('is not one that only shares the schema of an envelope', async () => {
    const envelope = { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } }
    const station = { type: 'object', required: ['code'], properties: { code: text } }
    const paths = {
      '/dogs': {
        post: { requestBody: takes(petReference), responses: responds(petReference, 201) },
        get: { responses: responds(listOf(petReference)) },
      },
      '/stations': { get: { operationId: 'listStations', responses: responds(listOf(station)) } },
    }
    await using other = await serveSandbox(listDocument({ paths, schemas: { Envelope: envelope } }))
    await other.send('POST', '/dogs', { name: 'Rex' })
    expect(await other.read('/dogs')).toMatchObject({ data: [{ name: 'Rex' }] })
    const plan = other.sandbox.plans.find(({ operation }) => operation.id === 'listStations')
    expect(plan?.role).toMatchObject({ name: 'list', kind: { name: 'station' } })
  })
})

const serveSearch = (sent: object, shown: object) => {
  const found = { items: { type: 'array', items: petReference }, ...shown }
  const requestBody = takes({ type: 'object', properties: sent })
  const responses = responds({ type: 'object', required: Object.keys(found), properties: found })
  return servePets({ paths: { '/pets/search': { post: { requestBody, responses } } } })
}

describe('a search by POST', () => {
  const asked = {
    text,
    kinds: { type: 'array', items: kind },
    price: { type: 'object', properties: { min: { type: 'number' }, max: { type: 'number' } } },
    sort: { type: 'array', items: { type: 'object', properties: { field: text, direction: text } } },
    page: { type: 'object', properties: { size: integer, number: integer } },
  }
  it('filters, sorts and pages by its body', async () => {
    await using api = await serveSearch(asked, { total: integer })
    const cases = [
      [{}, ['Ada', 'Bo', 'Cy']],
      [{ text: 'OLD' }, ['Ada', 'Bo']],
      [{ kinds: ['dog', 'bird'] }, ['Bo', 'Cy']],
      [{ price: { min: 15, max: 25 } }, ['Bo']],
      [{ sort: [{ field: 'price', direction: 'desc' }] }, ['Cy', 'Bo', 'Ada']],
      [{ page: { size: 2, number: 2 } }, ['Cy']],
    ] as const
    for (const [search, names] of cases)
      expect(namesIn((await api.send('POST', '/pets/search', search)).json)).toStrictEqual(names)
    expect(await api.read('/pets')).toHaveLength(3)
  })

  it('goes on by the cursor of its response', async () => {
    await using api = await serveSearch(
      { limit: integer, cursor: text },
      { nextCursor: { type: ['string', 'null'] } },
    )
    const first = (await api.send('POST', '/pets/search', { limit: 2 })).json as {
      readonly nextCursor: string
    }
    const { json } = await api.send('POST', '/pets/search', { limit: 2, cursor: first.nextCursor })
    expect(json).toMatchObject({ items: [{ name: 'Cy' }], nextCursor: null })
  })
})
