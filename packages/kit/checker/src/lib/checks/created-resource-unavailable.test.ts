import { describe, expect, it } from 'vitest'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { createdResourceUnavailable } from './created-resource-unavailable.ts'

const verify = (...drafts: Parameters<typeof lastOf>) => createdResourceUnavailable.verify(lastOf(...drafts))

const listed = (operation: string) =>
  steps.missing('read-listed', { boundTo: { 'path.petId': `${operation} list` } })

const binding = (property: string) => ({
  boundTo: { 'path.petId': `createPet $response.body#/${property}` },
})

describe('createdResourceUnavailable', () => {
  it('accuses both who created and who denies', () => {
    expect(verify(steps.create(), steps.missing('read-created'))).toMatchObject([
      {
        operationId: 'createPet',
        message: 'The 404 answer of getPet denies what createPet said it created.',
      },
      { operationId: 'getPet' },
    ])
  })

  it('accuses only who denies what was read before', () => {
    const seen = verify(
      steps.create(),
      steps.read('read-created', { id: 'p1' }),
      steps.remove({ status: 404 }),
    )
    expect(seen).toMatchObject([{ operationId: 'deletePet' }])
  })

  it('accuses who created what was lost after another was read', () => {
    const first = [steps.create(), steps.read('read-created', { id: 'p1' })]
    expect(verify(...first, steps.create(), steps.missing('read-created'))).toHaveLength(2)
  })

  it('accuses a reader that denies what a list shows', () => {
    expect(verify(steps.list('list-all', [{ id: 'p1' }]), steps.missing('read-listed'))).toMatchObject([
      { operationId: 'getPet' },
    ])
  })

  it.each([200, 401, 403, 400, 500])('is silent about %i', (status) => {
    expect(verify(steps.create(), steps.missing('read-created', { status }))).toEqual([])
  })

  it('claims nothing after a creation that was only accepted', () => {
    expect(verify(steps.create({ status: 202 }), steps.missing('read-created'))).toEqual([])
  })

  it('claims nothing where a query may be the reason', () => {
    expect(verify(steps.create(), steps.missing('read-created', { query: { fields: 'x' } }))).toEqual([])
    const bound = { query: { id: 'p1' }, boundTo: { 'query.id': 'createPet $response.body#/id' } }
    expect(verify(steps.create(), steps.missing('read-created', bound))).toHaveLength(2)
    expect(
      verify(
        steps.create(),
        steps.missing('read-created', {
          ...bound,
          boundTo: { 'query.id': 'createPet $response.body#/number' },
        }),
      ),
    ).toEqual([])
  })

  it('tells the same loss once', () => {
    expect(verify(steps.create(), steps.missing('read-created'), steps.remove({ status: 404 }))).toEqual([])
  })

  it('claims nothing after a deletion of the same', () => {
    expect(verify(steps.create(), steps.remove(), steps.missing('read-created'))).toEqual([])
    const other = steps.missing('read-other', { path: { petId: 'p2' } })
    expect(verify(steps.create(), steps.createSecond(), steps.remove(), other)).toHaveLength(2)
  })

  it('claims nothing of a listed id that may be the wrong one', () => {
    expect(verify(steps.list('list-all', [{ id: 'p1' }]), listed('listPets'))).toHaveLength(1)
  })

  it('claims nothing of an id that may be the wrong one', () => {
    expect(verify(steps.create(), steps.missing('read-created', binding('number')))).toEqual([])
    expect(verify(steps.create(), steps.missing('read-created', binding('data/petId')))).toHaveLength(2)
    expect(
      verify(
        steps.create(),
        steps.missing('read-created', {
          boundTo: { 'path.petId': 'createPet $response.header.location#/pets/{petId}' },
        }),
      ),
    ).toHaveLength(2)
  })
})
