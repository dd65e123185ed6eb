import { describe, expect, it } from 'vitest'
import {
  listDocument,
  namesIn,
  petReference,
  responds,
  takes,
  type ListParts,
  type Pet,
} from './list-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const properties = {
  kind: { type: 'string', enum: ['cat', 'dog', 'bird'] },
  tags: { type: 'array', items: { type: 'string' } },
  isTame: { type: 'boolean' },
  price: { type: 'number' },
  born_at: { type: 'string', format: 'date-time' },
  ownerId: { type: 'integer' },
}
const pets = [
  {
    name: 'Ada',
    kind: 'cat',
    tags: ['small', 'old'],
    isTame: true,
    price: 10,
    born_at: '2024-01-01T12:00:00Z',
    ownerId: 1,
  },
  {
    name: 'Bo',
    kind: 'dog',
    tags: ['old'],
    isTame: false,
    price: 20,
    born_at: '2024-01-02T00:00:00Z',
    ownerId: 2,
  },
  { name: 'Cy', kind: 'bird', tags: ['small'], price: 30, born_at: '2024-01-03T00:00:00+01:00', ownerId: 1 },
]

async function servePets(
  query: NonNullable<ListParts['query']>,
  more: ListParts = {},
): Promise<ServedSandbox> {
  const api = await serveSandbox(
    listDocument({ ...more, properties: { ...properties, ...more.properties }, query }),
  )
  for (const pet of pets) await api.send('POST', '/pets', pet)
  return api
}

async function find(api: ServedSandbox, query: string): Promise<readonly string[]> {
  const response = await api.send('GET', `/pets?${query}`)
  expect(response).toMatchObject({ status: 200 })
  return namesIn(response.json)
}

const text = { type: 'string' }
const texts = { type: 'array', items: text }

describe('the filters of a list', () => {
  it('select by a value, or by one of several', async () => {
    const kinds = { schema: { type: 'array', items: properties.kind }, explode: false }
    await using api = await servePets({ kind: properties.kind, kinds, name: text })
    expect(await find(api, 'kind=dog')).toStrictEqual(['Bo'])
    expect(await find(api, 'kinds=dog,cat')).toStrictEqual(['Ada', 'Bo'])
    expect(await find(api, 'name=ada')).toStrictEqual(['Ada'])
    expect(await find(api, 'kind=dog&name=Ada')).toStrictEqual([])
  })

  it('apply their documented default', async () => {
    await using api = await servePets({ kind: { ...properties.kind, default: 'cat' } })
    expect(await find(api, '')).toStrictEqual(['Ada'])
  })

  it('select by any or by all of several values, as the document says', async () => {
    const tags = { schema: texts, explode: true }
    await using any = await servePets({ tag: tags })
    expect(await find(any, 'tag=small&tag=old')).toStrictEqual(['Ada', 'Bo', 'Cy'])
    await using all = await servePets({ tags: { ...tags, description: 'Pets with all of these tags.' } })
    expect(await find(all, 'tags=small&tags=old')).toStrictEqual(['Ada'])
  })

  it('select by a flag', async () => {
    await using api = await servePets({ tame: { type: 'boolean' } })
    expect(await find(api, 'tame=true')).toStrictEqual(['Ada'])
    expect(await find(api, 'tame=false')).toStrictEqual(['Bo', 'Cy'])
  })

  it('are members of an object, or have brackets in their names', async () => {
    const members = { type: 'object', properties: { kind: properties.kind, min_price: { type: 'number' } } }
    await using object = await servePets({ filter: { style: 'deepObject', schema: members } })
    expect(await find(object, 'filter[kind]=bird')).toStrictEqual(['Cy'])
    expect(await find(object, 'filter[min_price]=20')).toStrictEqual(['Bo', 'Cy'])
    await using brackets = await servePets({ 'filter[kind]': properties.kind })
    expect(await find(brackets, 'filter[kind]=bird')).toStrictEqual(['Cy'])
  })

  it('select by a range of numbers', async () => {
    const number = { type: 'number' }
    await using api = await servePets({
      minPrice: number,
      max_price: number,
      'price[lt]': number,
      price_gt: number,
    })
    expect(await find(api, 'minPrice=20')).toStrictEqual(['Bo', 'Cy'])
    expect(await find(api, 'max_price=20')).toStrictEqual(['Ada', 'Bo'])
    expect(await find(api, 'price[lt]=20')).toStrictEqual(['Ada'])
    expect(await find(api, 'price_gt=20')).toStrictEqual(['Cy'])
  })

  it('select by a range of times or days', async () => {
    const time = { type: 'string', format: 'date-time' }
    const date = { type: 'string', format: 'date' }
    await using api = await servePets({ born_after: time, born_before: time, born_from: date, born_to: date })
    expect(await find(api, 'born_after=2024-01-01T12:00:00Z')).toStrictEqual(['Bo', 'Cy'])
    expect(await find(api, 'born_before=2024-01-02T23:00:00Z')).toStrictEqual(['Ada', 'Bo'])
    expect(await find(api, 'born_from=2024-01-02')).toStrictEqual(['Bo', 'Cy'])
    expect(await find(api, 'born_to=2024-01-01')).toStrictEqual(['Ada'])
  })

  it('end a range as the document says', async () => {
    const schema = { type: 'string', format: 'date-time' }
    const description = 'Pets born at this time or later.'
    await using api = await servePets({ born_after: { schema, description } })
    expect(await find(api, 'born_after=2024-01-02T00:00:00Z')).toStrictEqual(['Bo', 'Cy'])
  })

  it('search in every text of an item, in any case', async () => {
    await using api = await servePets({ q: text })
    expect(await find(api, 'q=SMALL')).toStrictEqual(['Ada', 'Cy'])
    expect(await find(api, 'q=bo')).toStrictEqual(['Bo'])
  })

  it('search where another parameter says, and never in what only requests have', async () => {
    const within = {
      schema: { type: 'array', items: { type: 'string', enum: ['name', 'tags'] } },
      explode: false,
    }
    const secret = { password: { type: 'string', writeOnly: true } }
    await using api = await servePets({ q: text, within }, { properties: secret })
    await api.send('POST', '/pets', { name: 'Di', password: 'old times' })
    expect(await find(api, 'q=o')).toStrictEqual(['Ada', 'Bo'])
    expect(await find(api, 'q=o&within=name')).toStrictEqual(['Bo'])
    expect(await find(api, 'q=times')).toStrictEqual([])
  })

  it('select by whether there is a value', async () => {
    await using api = await servePets({ has_tags: { type: 'boolean' } })
    await api.send('POST', '/pets', { name: 'Di', tags: [] })
    expect(await find(api, 'has_tags=true')).toStrictEqual(['Ada', 'Bo', 'Cy'])
    expect(await find(api, 'has_tags=false')).toStrictEqual(['Di'])
  })

  it('select by a part of a text where the document says so', async () => {
    await using api = await servePets({
      name: { schema: text, description: 'Pets whose name contains this.' },
    })
    expect(await find(api, 'name=a')).toStrictEqual(['Ada'])
    expect(await find(api, 'name=d')).toStrictEqual(['Ada'])
  })

  it('select by what an item refers to', async () => {
    await using api = await servePets({ ownerId: { type: 'integer' }, owner: text })
    expect(await find(api, 'ownerId=1')).toStrictEqual(['Ada', 'Cy'])
    expect(await find(api, 'owner=2')).toStrictEqual(['Bo'])
  })

  it('select by several ids', async () => {
    await using api = await servePets({ ids: text })
    const [ada, , cy] = (await api.send('GET', '/pets')).json as readonly Pet[]
    expect(await find(api, `ids=${ada?.id},${cy?.id}`)).toStrictEqual(['Ada', 'Cy'])
  })

  it('leave nothing out for a value that means everything', async () => {
    await using api = await servePets({ kind: { type: 'string', enum: ['cat', 'dog', 'bird', 'all'] } })
    expect(await find(api, 'kind=all')).toStrictEqual(['Ada', 'Bo', 'Cy'])
  })

  it('choose the properties that are shown', async () => {
    await using api = await servePets({ fields: text })
    const { json } = await api.send('GET', '/pets?fields=name')
    expect((json as readonly object[]).map((pet) => Object.keys(pet))).toStrictEqual(
      pets.map(() => ['id', 'name']),
    )
  })
})

/** A list in an envelope that other lists share. */
const listOf = (item: object): object => ({
  allOf: [
    { $ref: '#/components/schemas/Envelope' },
    { type: 'object', properties: { data: { type: 'array', items: item } } },
  ],
})

describe('a list of the items of another collection', () => {
  const owner = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: text } }
  const ownerId = { name: 'ownerId', in: 'path', required: true, schema: { type: 'integer' } }
  const owners = {
    '/owners': {
      post: { operationId: 'createOwner', requestBody: takes(owner), responses: responds(owner, 201) },
    },
    '/owners/{ownerId}': {
      parameters: [ownerId],
      get: { operationId: 'readOwner', responses: responds(owner) },
    },
    '/owners/{ownerId}/pets': {
      parameters: [ownerId],
      get: { operationId: 'listPetsOfOwner', responses: responds({ type: 'array', items: petReference }) },
    },
    '/owners/{ownerId}/pets/{petId}': {
      parameters: [ownerId, { name: 'petId', in: 'path', required: true, schema: text }],
      get: { operationId: 'readPetOfOwner', responses: responds(petReference) },
    },
  }

  it('shows those that name the thing around it', async () => {
    await using api = await servePets({}, { paths: owners })
    for (const id of [1, 2, 3]) await api.send('POST', '/owners', { id })
    const { json } = await api.send('GET', '/owners/1/pets')
    expect(namesIn(json)).toStrictEqual(['Ada', 'Cy'])
    expect((await api.send('GET', '/owners/3/pets')).json).toStrictEqual([])
    expect((await api.send('GET', '/owners/9/pets')).status).toBe(404)
    const [ada] = json as readonly Pet[]
    expect((await api.send('GET', `/owners/1/pets/${ada?.id}`)).status).toBe(200)
    expect((await api.send('GET', `/owners/2/pets/${ada?.id}`)).status).toBe(404)
  })

  it('shows those that name a thing which the document has no operations for', async () => {
    const team = { name: 'owner_id', in: 'path', required: true, schema: text }
    const responses = responds({ type: 'array', items: petReference })
    const version = { name: 'version', in: 'path', required: true, schema: text }
    const paths = {
      '/people/{owner_id}/pets': { get: { operationId: 'listPetsOfPerson', parameters: [team], responses } },
      '/{version}/all-pets': { get: { operationId: 'listAllPets', parameters: [version], responses } },
    }
    await using api = await servePets({}, { paths })
    expect(namesIn((await api.send('GET', '/people/2/pets')).json)).toStrictEqual(['Bo'])
    expect(namesIn((await api.send('GET', '/v2/all-pets')).json)).toStrictEqual(['Ada', 'Bo', 'Cy'])
  })

  it('is not one that only shares the schema of an envelope', async () => {
    const envelope = { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } }
    const station = { type: 'object', required: ['code'], properties: { code: text } }
    const paths = {
      '/dogs': {
        post: {
          operationId: 'createDog',
          requestBody: takes(petReference),
          responses: responds(petReference, 201),
        },
        get: { operationId: 'listDogs', responses: responds(listOf(petReference)) },
      },
      '/stations': { get: { operationId: 'listStations', responses: responds(listOf(station)) } },
    }
    const document = listDocument({ paths, schemas: { Envelope: envelope } })
    await using api = await serveSandbox(document)
    await api.send('POST', '/dogs', { name: 'Rex' })
    expect((await api.send('GET', '/dogs')).json).toMatchObject({ data: [{ name: 'Rex' }] })
    const roles = new Map(api.sandbox.plans.map(({ operation, role }) => [operation.id, role]))
    expect(roles.get('listStations')).toMatchObject({ name: 'list', kind: { name: 'station' } })
  })

  it('is found by the schema of its items', async () => {
    const status = { name: 'kind', in: 'query', required: true, schema: properties.kind }
    const paths = {
      '/pets/findByKind': {
        get: {
          operationId: 'findByKind',
          parameters: [status],
          responses: responds({ type: 'array', items: petReference }),
        },
      },
    }
    await using api = await servePets({}, { paths })
    expect(namesIn((await api.send('GET', '/pets/findByKind?kind=dog')).json)).toStrictEqual(['Bo'])
  })
})

describe('a search by POST', () => {
  const body = {
    type: 'object',
    properties: {
      text,
      kinds: { type: 'array', items: properties.kind },
      price: { type: 'object', properties: { min: { type: 'number' }, max: { type: 'number' } } },
      sort: { type: 'array', items: { type: 'object', properties: { field: text, direction: text } } },
      page: { type: 'object', properties: { size: { type: 'integer' }, number: { type: 'integer' } } },
    },
  }
  const found = {
    type: 'object',
    required: ['items', 'total'],
    properties: { items: { type: 'array', items: petReference }, total: { type: 'integer' } },
  }
  const paths = {
    '/pets/search': {
      post: { operationId: 'searchPets', requestBody: takes(body), responses: responds(found) },
    },
  }

  it('filters, sorts and pages by its body', async () => {
    await using api = await servePets({}, { paths })
    const search = async (asked: object): Promise<readonly string[]> =>
      namesIn((await api.send('POST', '/pets/search', asked)).json)
    expect(await search({})).toStrictEqual(['Ada', 'Bo', 'Cy'])
    expect(await search({ text: 'OLD' })).toStrictEqual(['Ada', 'Bo'])
    expect(await search({ kinds: ['dog', 'bird'] })).toStrictEqual(['Bo', 'Cy'])
    expect(await search({ price: { min: 15, max: 25 } })).toStrictEqual(['Bo'])
    expect(await search({ sort: [{ field: 'price', direction: 'desc' }] })).toStrictEqual(['Cy', 'Bo', 'Ada'])
    expect(await search({ page: { size: 2, number: 2 } })).toStrictEqual(['Cy'])
    expect((await api.send('GET', '/pets')).json).toHaveLength(3)
  })

  it('goes on by the cursor of its response', async () => {
    const asked = { type: 'object', properties: { limit: { type: 'integer' }, cursor: text } }
    const shown = {
      type: 'object',
      required: ['items', 'nextCursor'],
      properties: { items: { type: 'array', items: petReference }, nextCursor: { type: ['string', 'null'] } },
    }
    const search = {
      post: { operationId: 'searchPets', requestBody: takes(asked), responses: responds(shown) },
    }
    await using api = await servePets({}, { paths: { '/pets/search': search } })
    const first = (await api.send('POST', '/pets/search', { limit: 2 })).json as {
      readonly nextCursor: string
    }
    const { json } = await api.send('POST', '/pets/search', { limit: 2, cursor: first.nextCursor })
    expect(json).toMatchObject({ items: [{ name: 'Cy' }], nextCursor: null })
  })
})
