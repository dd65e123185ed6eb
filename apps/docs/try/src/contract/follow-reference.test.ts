import { describe, expect, it } from 'vitest'
import { followReference } from './follow-reference.ts'

const document = {
  a: { $ref: '#/b', description: 'nearer' },
  b: { type: 'string', description: 'farther' },
  'x/y~z': { type: 'null' },
}

describe('followReference', () => {
  it('follows references to their end', () => {
    expect(followReference(document, { $ref: '#/a' })).toEqual({ type: 'string', description: 'nearer' })
  })

  it('unescapes the keys of a pointer', () => {
    expect(followReference(document, { $ref: '#/x~1y~0z' })).toEqual({ type: 'null' })
  })

  it('finds nothing where a reference leads nowhere', () => {
    expect(followReference(document, { $ref: '#/missing/part', title: 'kept' })).toEqual({ title: 'kept' })
  })

  it('leaves a value without a reference alone', () => {
    expect(followReference(document, { type: 'array' })).toEqual({ type: 'array' })
  })
})
