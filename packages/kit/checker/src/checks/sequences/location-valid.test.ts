import { describe, expect, it } from 'vitest'
import type { ExchangeDraft } from '../../../test/create-exchange.ts'
import { lastOf, steps } from '../../../test/pet-shop.ts'
import { locationValid } from './location-valid.ts'

const verify = (...drafts: ExchangeDraft[]) => locationValid.verify(lastOf(...drafts))
const located = (location: string, more: Partial<ExchangeDraft> = {}) =>
  steps.create({ headers: { location }, ...more })
const create = located('/v1/pets/p1')
const follow = (target: string, status: number, more: Partial<ExchangeDraft> = {}) => ({
  step: 'follow-location',
  request: { target },
  status,
  ...more,
})

describe('locationValid', () => {
  it.each(['/pets/p9', 'https://api.example.org/v1/pets/p9?x=1', 'pets/p9'])(
    'accuses a creation of p1 that names %s',
    (location) => {
      expect(verify(located(location))).toMatchObject([
        {
          operationId: 'createPet',
          message:
            'The 201 response of createPet has a Location that names another item than the created one.',
        },
      ])
    },
  )

  it.each(['/pets/P1', '/v1/pets/p1/', '/animals/7', '/pets'])(
    'cannot tell anything else from %s',
    (location) => {
      expect(verify(located(location))).toEqual([])
    },
  )

  it('judges the address of what was only accepted', () => {
    expect(verify(located('/pets/p9', { status: 202 }))).toHaveLength(1)
    expect(verify(located('/pets/p9', { status: 202 }), follow('/pets/p9', 404))).toEqual([])
    expect(verify(located('/jobs/1', { status: 202 }), follow('/jobs/1', 404))).toEqual([])
  })

  it.each([404, 410, 405])(
    'accuses the creation where an address outside the document answers %i',
    (status) => {
      expect(verify(located('/animals/p1'), follow('/animals/p1', status))).toMatchObject([
        {
          operationId: 'createPet',
          message: 'The 201 response of createPet has a Location that leads nowhere.',
        },
      ])
      expect(verify(located('/animals/p1'), follow('/animals/p1', 200))).toEqual([])
    },
  )

  it('accuses an address that leads to the list', () => {
    const list = { ...steps.list('follow-location', [{ id: 'p1' }]), request: { target: '/pets' } }
    expect(verify(located('/pets'), list)).toMatchObject([{ operationId: 'createPet' }])
    expect(verify(located('/pets', { json: {} }), list)).toEqual([])
    expect(verify(located('/pets', { status: 202 }), list)).toEqual([])
  })

  it('accuses a documented path that has lost the path of the base URL', () => {
    expect(verify(located('/pets/p1'), follow('/../../pets/p1', 404))).toMatchObject([
      { message: expect.stringContaining('lacks the path of the base URL') as string },
    ])
    expect(verify(located('/pets/p1'), follow('/../../pets/p1', 200))).toEqual([])
    expect(verify(located('/animals/p1'), follow('/../../animals/p1', 404))).toEqual([])
  })

  it('accuses the creation where another thing is found', () => {
    const other = located('/animals/p1')
    const found = { ...follow('/animals/p1', 200), json: { id: 'p9', name: 'Rex' } }
    expect(verify(other, found)).toMatchObject([
      {
        message:
          'The 201 response of createPet has a Location that leads to another item than the created one.',
      },
    ])
    expect(verify(other, { ...found, json: { id: 'p1' } })).toEqual([])
  })

  it('leaves the thing that is not where its id says to another check', () => {
    expect(verify(create, steps.missing('follow-location'))).toEqual([])
    expect(verify(located('/pets/p1', { json: { name: 'Rex' } }), steps.missing('follow-location'))).toEqual(
      [],
    )
  })

  it.each([301, 401, 500])('is silent about %i', (status) => {
    expect(verify(located('/animals/p1'), follow('/animals/p1', status))).toEqual([])
  })

  it('tells the same fault once', () => {
    expect(
      verify(located('/pets/p9'), steps.read('follow-location', { id: 'p9' }, { path: { petId: 'p9' } })),
    ).toEqual([])
  })
})
