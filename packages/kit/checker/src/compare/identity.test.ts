import { describe, expect, it } from 'vitest'
import type { Draft } from '../../test/describe-check.ts'
import { pets, shop } from '../../test/pet-shop.ts'
import { showsAnother } from './identity.ts'

const other = { id: 'p2', name: 'Ada' }
const boundTo = (origin: string) => ({ boundTo: { 'path.petId': origin } })

describe('showsAnother', () => {
  it.each<[string, Draft]>([
    ['a read', pets.read(other)],
    ['a PUT', pets.put({ name: 'Ada' }, { json: other })],
    ['a PATCH', pets.patch({ name: 'Ada' }, { json: other })],
    [
      'a read by resource name',
      pets.read({ name: 'shops/s/pets/p2' }, boundTo('createPet $response.body#/name#/{petId}')),
    ],
    ['a read of a number', pets.read({ id: 8 }, { path: { petId: '7' } })],
  ])('is true for %s that shows another id', (_what, draft) => {
    expect(showsAnother(shop(draft))).toBe(true)
  })

  it.each<[string, Draft]>([
    ['the requested id', pets.read({ id: 'p1' })],
    [
      'the requested resource name',
      pets.read({ name: 'shops/s/pets/p1' }, boundTo('createPet $response.body#/name#/{petId}')),
    ],
    ['the id in other letters', pets.read({ id: 'P1' })],
    ['the id as a number', pets.read({ id: 7 }, { path: { petId: '7' } })],
    ['no id', pets.read({ name: 'Rex' })],
    ['null', pets.read(null)],
    ['an empty id', pets.read({ id: null })],
    ['a rejection', pets.read(other, { status: 409 })],
    ['a missing item', pets.read(other, { status: 404 })],
    ['an id from another property', pets.read(other, boundTo('createPet $response.body#/slug'))],
    ['an id from a header', pets.read(other, boundTo('createPet $response.header.location#/pets/{petId}'))],
    ['an id that was made up', pets.read(other, { boundTo: {} })],
    ['a change that renames the item', pets.put({ name: 'rex' }, { json: { id: 'Rex.' } })],
    ['a change to a name that the id encodes', pets.put({ name: 'é😀ñ' }, { json: { id: '=5C195=5C169' } })],
    ['a change to an empty name', pets.put({ name: '' }, { json: { id: '=2E' } })],
    ['a creation', pets.create({ json: other })],
    ['a list', pets.list([other])],
    ['a deletion', pets.remove({ status: 200, json: other })],
  ])('is false for %s', (_what, draft) => {
    expect(showsAnother(shop(draft))).toBe(false)
  })
})
