import { describe, expect, it } from 'vitest'
import { closeSchemas } from './close-schemas.ts'

describe('closeSchemas', () => {
  const properties = { a: { type: 'integer' } }

  it('closes an object at every depth', () => {
    expect(closeSchemas({ items: { properties } })).toEqual({
      items: { properties, additionalProperties: false },
    })
  })

  it('closes a composed object over all its parts', () => {
    expect(closeSchemas({ properties, allOf: [{ properties }] })).toEqual({
      properties,
      allOf: [{ properties }],
      unevaluatedProperties: false,
    })
  })

  it('leaves an object that says what else it takes', () => {
    const open = { properties, additionalProperties: true }
    expect(closeSchemas(open)).toEqual(open)
  })
})
