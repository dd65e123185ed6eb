import { describe, expect, it } from 'vitest'
import { resolvePointer } from './resolve-pointer.ts'

const document = {
  paths: { '/v3/a~b/{id}': { get: { responses: { 200: { $ref: '#/components/responses/Found' } } } } },
  components: {
    responses: {
      Found: { description: 'Found.', headers: { a: { $ref: '#/components/headers/A', note: 1 } } },
    },
    headers: { A: { required: false } },
  },
}

describe('resolvePointer', () => {
  it('finds what an escaped path names', () => {
    expect(resolvePointer(document, '#/paths/~1v3~1a~0b~1{id}/get')).toBe(document.paths['/v3/a~b/{id}'].get)
  })

  it('follows references on the way', () => {
    const pointer = '#/paths/~1v3~1a~0b~1{id}/get/responses/200/headers/a/required'
    expect(resolvePointer(document, pointer)).toBe(false)
  })

  it('prefers a member beside a reference', () => {
    expect(resolvePointer(document, '#/components/responses/Found/headers/a/note')).toBe(1)
  })

  it('finds nothing where a step is missing', () => {
    expect(resolvePointer(document, '#/paths/~1v3~1other/get')).toBeUndefined()
    expect(resolvePointer(document, '#/components/headers/A/required/deeper')).toBeUndefined()
    expect(resolvePointer(document, '#/components/toString')).toBeUndefined()
  })
})
