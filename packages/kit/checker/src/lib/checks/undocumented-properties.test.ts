import { describe, expect, it } from 'vitest'
import { createRig } from '../../../test/create-exchange.ts'
import type { Exchange } from '../run/exchange.ts'
import type { Finding } from './check.ts'
import { leakedInternals } from './leaked-internals.ts'
import { undocumentedProperties } from './undocumented-properties.ts'

const answerOf = async (schema: object, json: unknown, draft: object = {}): Promise<Exchange> => {
  const content = { 'application/json': { schema } }
  const exchange = await createRig({
    paths: {
      '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'ok', content } } } },
    },
    components: {
      schemas: {
        Pet: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            kids: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          },
        },
      },
    },
  })
  return exchange({ operation: 'listPets', status: 200, json, ...draft })
}

const judge = async (...answer: Parameters<typeof answerOf>): Promise<readonly Finding[]> =>
  undocumentedProperties.verify(await answerOf(...answer))

const pet = { $ref: '#/components/schemas/Pet' }

describe('undocumentedProperties', () => {
  it('accuses a property that no schema names', async () => {
    const [finding] = await judge(pet, { name: 'Rex', debug: 1 })
    expect(finding).toMatchObject({
      operationId: 'listPets',
      pointer: '/components/schemas/Pet/properties',
      message: 'The 200 answer of listPets has properties that the document does not name: debug.',
    })
  })

  it('looks into arrays and recursive references', async () => {
    expect(
      await judge({ type: 'array', items: pet }, [
        { name: 'a', kids: [{ name: 'b', kids: [{ name: 'c', age: 3 }] }] },
      ]),
    ).toHaveLength(1)
  })

  it('makes one finding for one schema', async () => {
    expect(
      await judge({ type: 'array', items: pet }, [
        { name: 'a', x: 1 },
        { name: 'b', y: 1 },
      ]),
    ).toHaveLength(1)
  })

  it('takes the names of all combined schemas', async () => {
    const schema = {
      allOf: [pet, { properties: { age: {} } }],
      properties: { id: {} },
      if: { required: ['age'] },
      else: { properties: { unit: {} } },
    }
    expect(await judge(schema, { name: 'a', age: 1, id: 2, unit: 'y' })).toEqual([])
    expect(await judge(schema, { name: 'a', age: 1, id: 2, weight: 'y' })).toHaveLength(1)
  })

  it('takes the names of the alternatives that hold', async () => {
    const cat = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }
    const dog = { type: 'object', required: ['barks'], properties: { barks: { type: 'boolean' } } }
    expect(await judge({ oneOf: [cat, dog] }, { lives: 9 })).toEqual([])
    expect(await judge({ oneOf: [cat, dog] }, { lives: 9, name: 'x' })).toHaveLength(1)
    expect(await judge({ oneOf: [cat, dog] }, { barks: true })).toEqual([])
    expect(await judge({ oneOf: [cat, dog] }, { barks: true, name: 'x' })).toHaveLength(1)
    expect(await judge({ anyOf: [cat, dog] }, { lives: 9, barks: true })).toEqual([])
  })

  it.each([
    ['additionalProperties', { type: 'object', properties: { a: {} }, additionalProperties: true }],
    [
      'a schema for the rest',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'integer' } },
    ],
    ['unevaluatedProperties', { type: 'object', properties: { a: {} }, unevaluatedProperties: {} }],
    ['a pattern', { type: 'object', properties: { a: {} }, patternProperties: { '^b': {} } }],
    ['an object of which nothing is said', { type: 'object' }],
    ['a schema that says nothing', {}],
    [
      'an alternative for any object',
      { anyOf: [{ properties: { a: {} }, required: ['a'] }, { type: 'object' }] },
    ],
    ['a name that is only required', { type: 'object', properties: { a: {} }, required: ['b'] }],
    ['a discriminator', { type: 'object', properties: { a: {} }, discriminator: { propertyName: 'b' } }],
  ])('is silent about what is open by %s', async (_name, schema) => {
    expect(await judge(schema, { a: 1, b: 2 })).toEqual([])
  })

  it('judges the values below an open name', async () => {
    expect(
      await judge({ type: 'object', additionalProperties: pet }, { x: { name: 'a', y: 1 } }),
    ).toHaveLength(1)
  })

  it('leaves closed objects to their schema', async () => {
    expect(
      await judge({ type: 'object', properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }),
    ).toEqual([])
  })

  it('is silent where a required property is misnamed', async () => {
    expect(await judge(pet, { title: 'Rex' })).toEqual([])
  })

  it('is silent where the body leaks internals, whichever check looks first', async () => {
    const exchange = await answerOf(pet, { name: 'Rex', debug: 'TypeError: pets.find is not a function' })
    expect(leakedInternals.verify(exchange)).toHaveLength(1)
    expect(undocumentedProperties.verify(exchange)).toEqual([])
  })

  it('knows toString for a name like any other', async () => {
    expect(await judge(pet, { name: 'Rex', toString: 1 })).toHaveLength(1)
  })

  it('is turned off by the settings', async () => {
    expect(await judge(pet, { name: 'Rex', debug: 1 }, { settings: { strictResponses: false } })).toEqual([])
  })
})
