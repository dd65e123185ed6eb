import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { walkPlaces } from './places.ts'
import { proveViolation } from './prove-violation.ts'

const prove = (schema: Json, pointer: string, keyword: string, value: Json) => {
  const root = createNode(schema)
  const place = walkPlaces(root, undefined).find(({ node }) => node.pointer === pointer)
  return place && proveViolation(root, value, place, keyword, undefined)
}

describe('proveViolation', () => {
  it('accepts a value that breaks one statement', () => {
    expect(prove({ minLength: 3 }, '', 'minLength', 'ab')?.failure.schemaPointer).toBe('/minLength')
  })

  it('refuses a valid value', () => {
    expect(prove({ minLength: 3 }, '', 'minLength', 'abc')).toBeUndefined()
  })

  it('refuses a value that breaks another statement too', () => {
    expect(prove({ minLength: 3, pattern: '^x' }, '', 'minLength', 'ab')).toBeUndefined()
  })

  it('refuses a value that breaks another statement only', () => {
    expect(prove({ minLength: 3, pattern: '^x' }, '', 'minLength', 'abc')).toBeUndefined()
  })

  it('refuses a value that lacks two required properties', () => {
    expect(prove({ required: ['a', 'b'] }, '', 'required', {})).toBeUndefined()
    expect(prove({ required: ['a', 'b'] }, '', 'required', { a: 1 })).toBeDefined()
  })

  it('refuses a value that is wrong in two parts', () => {
    const schema = { items: { type: 'integer' } }
    expect(prove(schema, '/items', 'type', ['a', 1])).toBeDefined()
    expect(prove(schema, '/items', 'type', ['a', 'b'])).toBeUndefined()
  })

  it('accepts what two schemas say alike of one part', () => {
    expect(prove({ allOf: [{ type: 'object' }, { type: 'object' }] }, '/allOf/1', 'type', 1)).toBeDefined()
    expect(prove({ allOf: [{ type: 'object' }, { enum: [{}] }] }, '/allOf/0', 'type', 1)).toBeUndefined()
  })

  it('looks into the branch that leads to the statement', () => {
    const schema = { anyOf: [{ type: 'integer', maximum: 5 }, { type: 'null' }] }
    const proof = prove(schema, '/anyOf/0', 'maximum', 9)
    expect([proof?.failure.schemaPointer, proof?.inner.schemaPointer]).toEqual(['/anyOf', '/anyOf/0/maximum'])
    expect(prove(schema, '/anyOf/0', 'maximum', 'x')).toBeUndefined()
  })

  it('takes the place of a schema that is false for the statement', () => {
    expect(prove({ properties: { a: false } }, '/properties/a', 'false', { a: 1 })?.failure.keyword).toBe(
      'false',
    )
  })
})
