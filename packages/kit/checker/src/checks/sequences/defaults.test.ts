import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { defaultNotApplied } from './defaults.ts'

const verify = (...drafts: ExchangeDraft[]) => defaultNotApplied.verify(lastOf(...drafts))
const items = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, name: 'a', ...more }))

const home = (city: string) =>
  steps.create({
    body: { name: 'a', home: { street: 'x' } },
    json: { id: 'p1', name: 'a', home: { street: 'x', city } },
  })

const sell = (data: object) => ({
  operation: 'sellPet',
  path: { petId: 'p1' },
  body: {},
  status: 200,
  json: { data },
})

const compared = (bare: readonly object[], full: readonly object[], told = {}) =>
  defaultNotApplied.verify(
    lastOf(
      { ...steps.list('list-bare', bare), json: { items: bare, ...told } },
      { ...steps.list('list-defaults', full), json: { items: full, ...told } },
    ),
  )

describe('defaultNotApplied', () => {
  it('accuses a creation that takes another value', () => {
    expect(
      verify(steps.create({ json: { id: 'p1', name: 'Rex', kind: 'dog', vet: 'Dr. Who' } })),
    ).toMatchObject([
      {
        operationId: 'createPet',
        pointer: '/components/schemas/PetInput/properties/kind/default',
        message: 'The 201 response of createPet does not apply the default of kind.',
      },
    ])
  })

  it('accuses a creation by what is read later', () => {
    const create = steps.create({ json: undefined, headers: { location: '/pets/p1' } })
    expect(verify(create, steps.read('read-created', { id: 'p1', name: 'Rex', kind: 'dog' }))).toMatchObject([
      { operationId: 'createPet' },
    ])
  })

  it('looks into the objects that were sent', () => {
    expect(verify(home('Rome'))).toMatchObject([
      { message: 'The 201 response of createPet does not apply the default of home/city.' },
    ])
    expect(verify(home('Oslo'))).toEqual([])
  })

  it('accuses an emptied value, and a PUT', () => {
    expect(verify(steps.create({ json: { id: 'p1', name: 'Rex', vet: '' } }))).toHaveLength(1)
    expect(
      verify(steps.put({ name: 'Rex' }, { json: { id: 'p1', name: 'Rex', kind: 'dog' } })),
    ).toMatchObject([{ operationId: 'replacePet' }])
  })

  it('is content with the default, and with what is not shown', () => {
    expect(verify(steps.create({ json: { id: 'p1', name: 'Rex', kind: 'cat', vet: 'dr. who' } }))).toEqual([])
    expect(verify(steps.create())).toEqual([])
  })

  it('claims nothing of a value that was sent, or of a PATCH', () => {
    expect(
      verify(steps.create({ body: { name: 'a', kind: 'dog' }, json: { id: 'p1', name: 'a', kind: 'dog' } })),
    ).toEqual([])
    expect(verify(steps.patch({ name: 'a' }, { json: { id: 'p1', name: 'a', kind: 'dog' } }))).toEqual([])
  })

  it('judges an action by a choice among the same values', () => {
    expect(verify(sell({ reason: 'moved', price: 9 }))).toMatchObject([
      { operationId: 'sellPet', pointer: '/components/schemas/Reason/default' },
    ])
    expect(verify(sell({ reason: 'present', price: 9 }))).toEqual([])
  })

  it('leaves another thing altogether to another check', () => {
    const create = steps.create({ json: { id: 'p1' } })
    expect(verify(create, steps.read('read-created', { id: 'p2', name: 'a', kind: 'dog' }))).toEqual([])
  })

  it('accuses a page longer than by default', () => {
    expect(verify(steps.list('list', items(4)))).toMatchObject([
      {
        operationId: 'listPets',
        message: 'The 200 response of listPets does not apply the default of the query parameter limit.',
      },
    ])
    expect(verify(steps.list('list', items(3)))).toEqual([])
    expect(verify(steps.list('list', items(4), { query: { limit: 9 } }))).toEqual([])
  })

  it('accuses another page than the first by what it tells', () => {
    expect(verify(steps.list('list', [], { json: { items: [], limit: 20 } }))).toHaveLength(1)
    expect(verify(steps.list('list', [], { json: { items: [], meta: { limit: 3 } } }))).toEqual([])
    expect(verify(steps.list('list', [], { json: { items: [], meta: { limit: 20 } } }))).toHaveLength(1)
  })
})

const page = (name: string, fallback: unknown, extra: object = {}) => ({
  name,
  in: 'query',
  schema: { default: fallback, ...extra },
})
const item = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    kind: { type: 'string', enum: ['a', 'b'] },
    sold: { type: 'boolean' },
  },
}
const parameters = [
  page('size', 3, { type: 'integer' }),
  page('page', 1, { type: 'integer' }),
  page('kind', 'a', { type: 'string', enum: ['a', 'b'] }),
  page('sold', false, { type: 'boolean' }),
]
const exchange = await createRig(
  oneOperation({
    parameters,
    responses: {
      200: jsonResponse({ type: 'object', properties: { items: { type: 'array', items: item } } }),
    },
  }),
)
const itemsOfFindDefaultsOfList = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, id) => ({ id, kind: 'a', sold: false, ...more }))
const names = (json: object, query = {}, headers = {}) =>
  defaultNotApplied
    .verify(exchange({ operation: 'act', query, status: 200, json, headers }))
    .map(({ message }) => /parameter (\w+)\.$/.exec(message)?.[1])

describe('findDefaultsOfList', () => {
  it('knows a page that is too long', () => {
    expect(names({ items: itemsOfFindDefaultsOfList(4) })).toEqual(['size'])
    expect(names({ items: itemsOfFindDefaultsOfList(4) }, { size: 9 })).toEqual([])
  })

  it('knows a page told other than by default', () => {
    expect(names({ items: [], meta: { page: 0 } })).toEqual(['page'])
    expect(names({ items: [], page: { page: 1, size: 3 } })).toEqual([])
    expect(names({ items: [], page: { size: 20 } })).toEqual(['size'])
  })

  it('takes the size told for the number of items, unless there are more', () => {
    expect(names({ items: itemsOfFindDefaultsOfList(2), size: 2 })).toEqual([])
    expect(names({ items: itemsOfFindDefaultsOfList(2), size: 2, total: 2 })).toEqual([])
    expect(names({ items: itemsOfFindDefaultsOfList(2), size: 2, total: 5 })).toEqual(['size'])
    expect(names({ items: itemsOfFindDefaultsOfList(2), size: 2 }, {}, { 'x-total-count': '5' })).toEqual([
      'size',
    ])
  })

  it('knows items that the default of a filter excludes', () => {
    expect(names({ items: itemsOfFindDefaultsOfList(1, { kind: 'b' }) })).toEqual(['kind'])
    // A flag that is off may exclude nothing.
    expect(names({ items: itemsOfFindDefaultsOfList(1, { sold: true }) })).toEqual([])
    expect(
      names({ items: itemsOfFindDefaultsOfList(1, { kind: 'b', sold: true }) }, { kind: 'b', sold: true }),
    ).toEqual([])
  })

  it('accuses a list that is another one with its defaults sent', () => {
    const [one, other] = [{ id: 'a' }, { id: 'b' }]
    expect(compared([one], [one, other])).toMatchObject([
      {
        message:
          'The 200 response of listPets differs from the list that the documented defaults give when they are sent.',
      },
    ])
    expect(compared([one], [other], { has_more: false })).toHaveLength(1)
    expect(compared([one], [other])).toEqual([])
    expect(compared([one, other], [other, one], { has_more: false })).toEqual([])
  })
})
