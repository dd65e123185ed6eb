import { describe, expect, it } from 'vitest'
import { keyOfSegments, pathSegments } from './path-segments.ts'

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
