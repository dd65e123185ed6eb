import { describe, expect, it } from 'vitest'
import { createNode } from '../../test/create-node.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { UnsatisfiableSchemaError } from '../generate/valid-values.ts'
import { templateValue } from './boundary-values.ts'

const text = (rest: JsonObject): JsonObject => ({ type: 'string', ...rest })
const integer = { type: 'integer' }

describe('templateValue', () => {
  it.each<[schema: Json, value: Json]>([
    [
      {
        required: ['sku', 'quantity'],
        properties: {
          sku: text({ example: 'AB-12', pattern: '^[A-Z]{2}-[0-9]+$' }),
          quantity: { type: 'integer', minimum: 1, maximum: 99, default: 2 },
          note: { type: ['string', 'null'], maxLength: 20 },
        },
      },
      { sku: 'AB-12', quantity: 2 },
    ],
    [{ type: 'integer', minimum: 5, example: 3, default: 'x' }, 6],
    [
      {
        required: ['name'],
        properties: { name: { type: 'string' }, age: integer },
        example: { name: 'Ada', age: 3 },
      },
      { name: 'Ada' },
    ],
    [{ type: 'array', items: integer }, [1]],
    [
      {
        allOf: [
          { required: ['a'], properties: { a: integer } },
          { required: ['b'], properties: { a: { minimum: 7 }, b: { const: 'x' } } },
        ],
      },
      { a: 8, b: 'x' },
    ],
    [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [
      {
        oneOf: [
          { required: ['next'], properties: { next: { $ref: '#' } } },
          { required: ['end'], properties: { end: integer } },
        ],
        type: 'object',
      },
      { end: 1 },
    ],
    [integer, 1],
    [{ type: 'integer', minimum: 18, maximum: 120 }, 19],
    [{ type: 'integer', maximum: -5 }, -6],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1, type: 'number' }, 0.5],
    [{ type: 'number', minimum: 0.01, maximum: 0.05, multipleOf: 0.01 }, 0.02],
    [{ type: 'integer', minimum: 50, multipleOf: 35 }, 70],
    [{ type: 'integer', minimum: 7, maximum: 7 }, 7],
    [text({ minLength: 1, maxLength: 5 }), 'text'],
    [text({ maxLength: 4 }), 'tex'],
    [text({ minLength: 4 }), 'textt'],
    [text({ minLength: 8, maxLength: 19 }), 'texttextt'],
  ])('of %j is %j', (schema, value) => {
    expect(templateValue(createNode(schema))).toEqual(value)
  })

  it('omits read-only properties', () => {
    const schema = {
      required: ['id', 'name'],
      properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
    }
    expect(templateValue(createNode(schema), { direction: 'request' })).toEqual({ name: expect.any(String) })
  })

  it.each<Json>([
    { type: 'string', enum: [1, 2] },
    { type: 'array', minItems: 1, items: { $ref: '#' } },
  ])('does not exist for %j', (schema) => {
    expect(() => templateValue(createNode(schema))).toThrow(UnsatisfiableSchemaError)
  })
})
