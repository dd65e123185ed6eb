import { describe, expect, it } from 'vitest'
import { createNode } from '../../../test/create-node.ts'
import type { Json } from '../base/json.ts'
import { evaluate, isValid } from './judge.ts'

const accepts = (schema: Json, value: unknown): boolean => isValid(createNode(schema, 'openapi-3.0'), value)

describe('evaluate', () => {
  it('lets null pass where it is nullable', () => {
    expect(accepts({ type: 'string', nullable: true }, null)).toBe(true)
    expect(accepts({ type: 'string', nullable: true }, 5)).toBe(false)
    expect(accepts({ type: 'string' }, null)).toBe(false)
    expect(accepts({ type: 'string', nullable: false }, null)).toBe(false)
  })

  it('lets null pass a nullable enum without null', () => {
    expect(accepts({ type: 'string', nullable: true, enum: ['a'] }, null)).toBe(true)
    expect(accepts({ nullable: true, enum: ['a'] }, null)).toBe(true)
    expect(accepts({ nullable: true, enum: ['a'] }, 'b')).toBe(false)
  })

  it('lets null pass beside allOf and oneOf', () => {
    const object = { type: 'object' }
    expect(accepts({ nullable: true, allOf: [object] }, null)).toBe(true)
    expect(accepts({ type: 'object', nullable: true, allOf: [object] }, null)).toBe(true)
    expect(accepts({ nullable: true, oneOf: [object] }, null)).toBe(true)
    expect(accepts({ allOf: [object] }, null)).toBe(false)
  })

  it('knows no nullable in JSON Schema 2020-12', () => {
    expect(isValid(createNode({ type: 'string', nullable: true }), null)).toBe(false)
  })

  it('reads exclusive bounds as booleans', () => {
    expect(accepts({ minimum: 1, exclusiveMinimum: true }, 1)).toBe(false)
    expect(accepts({ minimum: 1, exclusiveMinimum: false }, 1)).toBe(true)
    expect(accepts({ maximum: 1, exclusiveMaximum: true }, 1)).toBe(false)
    expect(accepts({ maximum: 1, exclusiveMaximum: true }, 0.9)).toBe(true)
  })

  it('points to the exclusive bound as it is written', () => {
    expect(evaluate(createNode({ minimum: 1, exclusiveMinimum: true }, 'openapi-3.0'), 1)).toMatchObject([
      { keyword: 'exclusiveMinimum', schemaPointer: '/exclusiveMinimum', message: 'is not greater than 1' },
    ])
  })

  it('ignores the siblings of a reference', () => {
    const schema = {
      properties: { a: { $ref: '#/definitions/x', type: 'string' } },
      definitions: { x: { type: 'integer' } },
    }
    expect(accepts(schema, { a: 1 })).toBe(true)
    expect(accepts(schema, { a: 'x' })).toBe(false)
  })

  it('takes a discriminator for no statement', () => {
    expect(accepts({ type: 'object', discriminator: { propertyName: 'kind' } }, {})).toBe(true)
  })
})
