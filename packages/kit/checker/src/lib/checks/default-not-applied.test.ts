import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { defaultNotApplied } from './default-not-applied.ts'

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

describe('defaultNotApplied', () => {
  it('accuses a creation that takes another value', () => {
    expect(
      verify(steps.create({ json: { id: 'p1', name: 'Rex', kind: 'dog', vet: 'Dr. Who' } })),
    ).toMatchObject([
      {
        operationId: 'createPet',
        pointer: '/components/schemas/PetInput/properties/kind/default',
        message: 'The 201 answer of createPet does not apply the default of kind.',
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
      { message: 'The 201 answer of createPet does not apply the default of home/city.' },
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
        message: 'The 200 answer of listPets does not apply the default of the query parameter limit.',
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
