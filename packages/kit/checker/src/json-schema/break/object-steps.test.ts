import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import { findPropertyNames } from './object-steps.ts'

describe('findPropertyNames', () => {
  it('prefers readable names', () => {
    expect(findPropertyNames(createNode({ properties: { extra: {} } }))).toEqual(['other', 'x'])
  })

  it('matches the pattern asked for, and no other', () => {
    const names = findPropertyNames(
      createNode({ patternProperties: { '^[a-d]{4}$': {}, '^a': {} } }),
      '^[a-d]{4}$',
    )
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !/^[b-d][a-d]{3}$/.test(name))).toEqual([])
  })

  it('keeps what is said of names', () => {
    const names = findPropertyNames(createNode({ propertyNames: { pattern: '^[A-Z]{2}$' } }))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !/^[A-Z]{2}$/.test(name))).toEqual([])
  })

  it('finds none where none is allowed', () => {
    expect(findPropertyNames(createNode({ properties: { a: {} }, propertyNames: { enum: ['a'] } }))).toEqual(
      [],
    )
  })
})
