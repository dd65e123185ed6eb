import type { Json } from '@contract-kit/json-schema/json'
import { isValid } from '@contract-kit/json-schema/schemas'
import { loadDocument } from '@contract-kit/openapi'
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
const object = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
})
const node = object(
  { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
  ['name', 'children'],
)
const nodes = { $ref: '#/components/schemas/Node' }
const closed = { additionalProperties: false }

const cases: readonly (readonly [string, object, Json, Json])[] = [
  ['leaves out what it does not name', object({ a: text }), { a: 'x', b: 1 }, { a: 'x' }],
  [
    'fills in what it requires',
    object({ a: text, b: { enum: [5] } }, ['a', 'b']),
    { a: 'x' },
    { a: 'x', b: 5 },
  ],
  [
    'leaves out what is write-only',
    object({ a: text, key: { ...text, writeOnly: true } }, ['a', 'key']),
    { a: 'x', key: 'secret' },
    { a: 'x' },
  ],
  ['keeps a map', object({}, [], { additionalProperties: text }), { a: 'x', b: 'y' }, { a: 'x', b: 'y' }],
  [
    'keeps names of a pattern',
    object({ a: text }, [], { patternProperties: { '^x-': text }, ...closed }),
    { a: 'x', 'x-b': 'y', c: 1 },
    { a: 'x', 'x-b': 'y' },
  ],
  ['keeps null where it is allowed', object({ a: { type: ['string', 'null'] } }), { a: null }, { a: null }],
  [
    'takes the alternative that the value is',
    {
      oneOf: [
        object({ kind: { const: 'one' }, a: text }, ['kind', 'a']),
        object({ kind: { const: 'two' }, b: text }, ['kind', 'b']),
      ],
    },
    { kind: 'two', a: 'x', b: 'y' },
    { kind: 'two', b: 'y' },
  ],
  [
    'joins the parts of allOf',
    {
      allOf: [object({ a: text }, ['a']), object({ b: { enum: [1] } }, ['b'])],
      unevaluatedProperties: false,
    },
    { a: 'x', c: true },
    { a: 'x', b: 1 },
  ],
  [
    'repairs only the broken part of the nearest alternative',
    {
      anyOf: [
        object({ one: { enum: [1] } }, ['one']),
        object({ data: object({ a: text, b: { enum: [2] } }, ['a', 'b']) }, ['data']),
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
    nodes,
    { name: 'a', children: [{ name: 'b', x: 1 }] },
    { name: 'a', children: [{ name: 'b', children: [] }] },
  ],
  ['gives back what no value can satisfy', { type: 'object', required: ['a'], ...closed }, { b: 1 }, {}],
]

const hard: readonly (readonly [string, object])[] = [
  ['unique items', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer' } }],
  ['what is not allowed', { type: 'string', not: { enum: ['', 'text'] } }],
  ['formats', object({ at: { ...text, format: 'date' }, id: { ...text, format: 'uuid' } }, ['at', 'id'])],
  [
    'dependent properties',
    object({ a: text, b: text }, [], { minProperties: 1, dependentRequired: { b: ['a'] }, ...closed }),
  ],
  [
    'conditions',
    object({ kind: { enum: ['a', 'b'] }, x: text }, ['kind'], {
      if: { properties: { kind: { const: 'b' } } },
      then: { required: ['x'] },
    }),
  ],
  ['recursion', nodes],
  ['an invalid example', { type: 'integer', minimum: 3, example: 1 }],
  [
    'nested alternatives',
    {
      anyOf: [
        { type: 'array', items: { anyOf: [{ type: 'integer' }, object({ a: { const: 1 } }, ['a'])] } },
        { type: 'boolean' },
      ],
    },
  ],
]

describe('fitValue', () => {
  it.each(cases)('%s', async (_name, schema, given, wanted) => {
    expect(fitValue(await schemaOf(schema, { Node: node }), given)).toStrictEqual(wanted)
  })

  it.each(hard)('makes a valid value of %s for any given one', async (_name, schema) => {
    const fitted = await schemaOf(schema, { Node: node })
    assert(
      property(jsonValue({ maxDepth: 4 }), (given) =>
        isValid(fitted, fitValue(fitted, given as Json), { direction: 'response' }),
      ),
      { seed: 7, numRuns: 100 },
    )
  })
})
