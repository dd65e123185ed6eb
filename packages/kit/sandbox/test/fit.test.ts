import { isValid, loadDocument, type Json } from '@contract-kit/checker/resources'
import { assert, jsonValue, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitValue } from '../src/values/fit.ts'

/** The schema of a response, read as the sandbox reads it. */
async function schemaOf(schema: object, schemas: object = {}) {
  const responses = { 200: { description: 'It.', content: { 'application/json': { schema } } } }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Fit', version: '1' },
    paths: { '/a': { get: { operationId: 'a', responses } } },
    components: { schemas },
  }
  const { operations } = await loadDocument(document)
  const node = operations[0]?.responses.get('200')?.media[0]?.schema
  if (node === undefined) throw new Error('There is no schema')
  return node
}

const text = { type: 'string' }
const node = {
  type: 'object',
  required: ['name', 'children'],
  properties: { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
}

const cases: readonly (readonly [string, object, Json, Json])[] = [
  [
    'leaves out what it does not name',
    { type: 'object', properties: { a: text } },
    { a: 'x', b: 1 },
    { a: 'x' },
  ],
  [
    'fills in what it requires',
    { type: 'object', required: ['a', 'b'], properties: { a: text, b: { enum: [5] } } },
    { a: 'x' },
    { a: 'x', b: 5 },
  ],
  [
    'leaves out what is write-only',
    { type: 'object', required: ['a', 'key'], properties: { a: text, key: { ...text, writeOnly: true } } },
    { a: 'x', key: 'secret' },
    { a: 'x' },
  ],
  [
    'keeps the entries of a map',
    { type: 'object', additionalProperties: text },
    { a: 'x', b: 'y' },
    { a: 'x', b: 'y' },
  ],
  [
    'keeps names of a pattern',
    {
      type: 'object',
      properties: { a: text },
      patternProperties: { '^x-': text },
      additionalProperties: false,
    },
    { a: 'x', 'x-b': 'y', c: 1 },
    { a: 'x', 'x-b': 'y' },
  ],
  [
    'keeps null where it is allowed',
    { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    { a: null },
    { a: null },
  ],
  [
    'takes the alternative that the value is',
    {
      oneOf: [
        { type: 'object', required: ['kind', 'a'], properties: { kind: { const: 'one' }, a: text } },
        { type: 'object', required: ['kind', 'b'], properties: { kind: { const: 'two' }, b: text } },
      ],
    },
    { kind: 'two', a: 'x', b: 'y' },
    { kind: 'two', b: 'y' },
  ],
  [
    'joins the parts of allOf',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: text } },
        { type: 'object', required: ['b'], properties: { b: { enum: [1] } } },
      ],
      unevaluatedProperties: false,
    },
    { a: 'x', c: true },
    { a: 'x', b: 1 },
  ],
  [
    'repairs only the broken part of the nearest alternative',
    {
      anyOf: [
        { type: 'object', required: ['one'], properties: { one: { enum: [1] } } },
        {
          type: 'object',
          required: ['data'],
          properties: {
            data: { type: 'object', required: ['a', 'b'], properties: { a: text, b: { enum: [2] } } },
          },
        },
      ],
    },
    { data: { a: 'kept', b: null } },
    { data: { a: 'kept', b: 2 } },
  ],
  [
    'keeps a tuple',
    { type: 'array', prefixItems: [text, { type: 'integer' }], items: false },
    ['x', 1],
    ['x', 1],
  ],
  [
    'follows recursion',
    { $ref: '#/components/schemas/Node' },
    { name: 'a', children: [{ name: 'b', x: 1 }] },
    { name: 'a', children: [{ name: 'b', children: [] }] },
  ],
]

describe('fitValue', () => {
  it.each(cases)('%s', async (_name, schema, given, wanted) => {
    expect(fitValue(await schemaOf(schema, { Node: node }), given)).toStrictEqual(wanted)
  })

  const hard: readonly (readonly [string, object])[] = [
    ['unique items', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }],
    ['what is not allowed', { type: 'string', not: { enum: ['', 'text'] } }],
    [
      'formats',
      {
        type: 'object',
        required: ['at', 'id'],
        properties: { at: { type: 'string', format: 'date' }, id: { type: 'string', format: 'uuid' } },
      },
    ],
    [
      'dependent properties',
      {
        type: 'object',
        minProperties: 1,
        properties: { a: text, b: text },
        dependentRequired: { b: ['a'] },
        additionalProperties: false,
      },
    ],
    [
      'conditions',
      {
        type: 'object',
        required: ['kind'],
        properties: { kind: { enum: ['a', 'b'] }, x: text },
        if: { properties: { kind: { const: 'b' } } },
        then: { required: ['x'] },
      },
    ],
    ['recursion', { $ref: '#/components/schemas/Node' }],
    ['an invalid example', { type: 'integer', minimum: 3, example: 1 }],
    [
      'nested alternatives',
      {
        anyOf: [
          {
            type: 'array',
            items: {
              anyOf: [
                { type: 'integer' },
                { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
              ],
            },
          },
          { type: 'boolean' },
        ],
      },
    ],
  ]

  it.each(hard)('makes a valid value of %s for any given one', async (_name, schema) => {
    const fitted = await schemaOf(schema, { Node: node })
    assert(
      property(jsonValue({ maxDepth: 4 }), (given) =>
        isValid(fitted, fitValue(fitted, given as Json), { direction: 'response' }),
      ),
      { seed: 7, numRuns: 200 },
    )
  })

  it('gives back what no value can satisfy', async () => {
    const impossible = await schemaOf({ type: 'object', required: ['a'], additionalProperties: false })
    expect(fitValue(impossible, { b: 1 })).toStrictEqual({})
  })
})
