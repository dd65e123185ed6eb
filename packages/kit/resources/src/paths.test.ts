import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOfSegments, matchPath, pathSegments } from './paths.ts'

describe('pathSegments', () => {
  it.each([
    ["/Pets('{id}')/toys", '/{}/toys'],
    ['/Pets({id})/toys', '/Pets/{}/toys'],
    ['/pets/{id}:feed', '/pets/{}/feed'],
    ['/files/{name}.json', '/files/{}'],
    ['/files.json', '/files'],
    ['/files.{format}', '/files'],
    ['/files/{name}.{format}', '/files/{}'],
    ['/files/{format}', '/files/{}'],
    ['/pets/{petId}/', '/pets/{}'],
  ])('parts %s into %s', (template, key) => {
    expect(keyOfSegments(pathSegments(template))).toBe(key)
  })
})

describe('matchPath', () => {
  it.each([
    // Overlooks what stands before and after the path.
    ['/pets/{id}', 'https://api.test/v1/pets/7?x=1#y', { id: '7' }],
    ['/pets/{id}', '/pets/7/', { id: '7' }],
    ['/files/{name}.{type}', '/files/a%20b.txt', { name: 'a b', type: 'txt' }],
    ['/pets/{id}', '/pets/%zz', { id: '%zz' }],
    ['/pets/{id}', '/dogs/7', undefined],
    ['/pets/{id}', '/pets', undefined],
    ['/a.b/{id}', '/axb/7', undefined],
    ['/', '/pets', undefined],
  ])('reads by %s of %s: %j', (template, url, values) => {
    expect(matchPath(template, url)).toEqual(values)
  })

  it('for any values, extracts the values of a filled path', () => {
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
