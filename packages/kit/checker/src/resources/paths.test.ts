import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOfSegments, matchPath, pathSegments } from './paths.ts'

const keyOf = (template: string) => keyOfSegments(pathSegments(template))

describe('pathSegments', () => {
  it('parts collections, keys and actions that share a segment', () => {
    expect(keyOf("/Pets('{id}')/toys")).toBe('/{}/toys')
    expect(keyOf('/Pets({id})/toys')).toBe('/Pets/{}/toys')
    expect(keyOf('/pets/{id}:feed')).toBe('/pets/{}/feed')
    expect(keyOf('/files/{name}.json')).toBe('/files/{}')
  })

  it('overlooks slashes that say nothing', () => {
    expect(keyOf('/pets/{petId}/')).toBe(keyOf('/pets/{id}'))
  })
})

describe('matchPath', () => {
  it('overlooks what stands before and after the path', () => {
    expect(matchPath('/pets/{id}', 'https://api.test/v1/pets/7?x=1#y')).toEqual({ id: '7' })
    expect(matchPath('/pets/{id}', '/pets/7/')).toEqual({ id: '7' })
  })

  it('reads parameters among fixed text', () => {
    expect(matchPath('/files/{name}.{type}', '/files/a%20b.txt')).toEqual({ name: 'a b', type: 'txt' })
  })

  it('matches no other path', () => {
    expect(matchPath('/pets/{id}', '/dogs/7')).toBeUndefined()
    expect(matchPath('/pets/{id}', '/pets')).toBeUndefined()
    expect(matchPath('/a.b/{id}', '/axb/7')).toBeUndefined()
    expect(matchPath('/', '/pets')).toBeUndefined()
  })

  it('survives a broken escape', () => {
    expect(matchPath('/pets/{id}', '/pets/%zz')).toEqual({ id: '%zz' })
  })

  it('for any values, reads back what a path was filled with', () => {
    const value = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/^\.{1,2}$/.test(text) && text.isWellFormed())
    fc.assert(
      fc.property(value, value, (ownerId, petId) => {
        const url = `http://h/base/owners/${encodeURIComponent(ownerId)}/pets/${encodeURIComponent(petId)}`
        expect(matchPath('/owners/{ownerId}/pets/{petId}', url)).toEqual({ ownerId, petId })
      }),
      { seed: 12 },
    )
  })
})
