import { describe, expect, it } from 'vitest'
import { SchemaSet } from '../schema/schema-set.ts'
import { breaksOnly } from './breaks-only.ts'

const documentUri = 'memory:/schema.json'
const set = new SchemaSet()
set.addDocument(documentUri, {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    part: {
      oneOf: [
        {
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: 'a' }, size: { type: 'integer', minimum: 1 } },
        },
        {
          type: 'object',
          required: ['kind'],
          properties: {
            kind: { const: 'b' },
            deep: { oneOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] },
          },
          additionalProperties: false,
        },
      ],
    },
  },
})
const schema = set.node(documentUri)
const union = { pointer: '/properties/part/oneOf', documentUri }
const minimum = {
  keyword: 'minimum',
  pointer: '/properties/part/oneOf/0/properties/size/minimum',
  documentUri,
}

describe('breaksOnly', () => {
  it('holds for the one statement that is broken', () => {
    expect(breaksOnly(schema, { name: '' }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      true,
    )
  })

  it('does not hold for a valid value or for another statement', () => {
    expect(breaksOnly(schema, { name: 'ab' }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      false,
    )
    expect(breaksOnly(schema, { name: 1 }, { pointer: '/properties/name/minLength', documentUri })).toBe(
      false,
    )
  })

  it('looks into the branch that is broken', () => {
    const scenario = { ...union, inner: minimum }
    expect(breaksOnly(schema, { part: { kind: 'a', size: 0 } }, scenario)).toBe(true)
    expect(breaksOnly(schema, { part: { kind: 'c', size: 0 } }, scenario)).toBe(false)
  })

  it('looks through a branch of a branch, which breaks nothing else', () => {
    const pointer = '/properties/part/oneOf/1/properties/deep/oneOf/1/minimum'
    const scenario = { ...union, inner: { keyword: 'minimum', pointer, documentUri } }
    expect(breaksOnly(schema, { part: { kind: 'b', deep: 0 } }, scenario)).toBe(true)
    expect(breaksOnly(schema, { part: { kind: 'b', deep: 0, extra: 1 } }, scenario)).toBe(false)
  })
})
