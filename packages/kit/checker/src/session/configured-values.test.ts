import { describe, expect, it } from 'vitest'
import { loadDocument } from '@contract-kit/openapi'
import type { Json } from '@contract-kit/json-schema/json'
import { readConfiguredValues } from './configured-values.ts'

const json = (schema: object) => ({ 'application/json': { schema } })
const text = { type: 'string', minLength: 2 }
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/shops/{shopId}/pets': {
      parameters: [{ name: 'shopId', in: 'path', required: true, schema: { type: 'integer' } }],
      post: {
        operationId: 'addPet',
        parameters: [{ name: 'lang', in: 'query', schema: text }],
        requestBody: { content: json({ $ref: '#/components/schemas/Pet' }) },
        responses: { 201: { description: 'Added.' } },
      },
    },
    '/owners': {
      post: {
        operationId: 'addOwner',
        requestBody: { content: json({ $ref: '#/components/schemas/Owner' }) },
        responses: { 201: { description: 'Added.' } },
      },
    },
  },
  components: {
    schemas: {
      Named: { type: 'object', properties: { name: text } },
      Pet: {
        allOf: [{ $ref: '#/components/schemas/Named' }],
        type: 'object',
        properties: { id: { type: 'integer', readOnly: true }, tags: { type: 'array', items: text } },
      },
      Owner: {
        type: 'object',
        properties: {
          name: text,
          pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
          address: { type: 'object', properties: { city: text } },
          contact: {
            oneOf: [
              { type: 'object', required: ['mail'], additionalProperties: false, properties: { mail: text } },
              {
                type: 'object',
                required: ['phone'],
                additionalProperties: false,
                properties: { phone: text },
              },
            ],
          },
        },
      },
    },
  },
}

const read = async (values: Readonly<Record<string, readonly Json[]>>) => {
  const loaded = await loadDocument(document)
  const configured = readConfiguredValues(loaded, values, 1)
  const apply = (operationId: string, body: Json, index?: number) => {
    const operation = loaded.operations.find(({ id }) => id === operationId)
    if (operation === undefined) throw new Error(`no operation ${operationId}`)
    const sent = {
      path: {},
      query: {},
      header: {},
      cookie: {},
      body: { contentType: 'application/json', value: body },
    }
    return configured.apply(operation, sent, index)
  }
  return { apply, bodyOf: (...given: Parameters<typeof apply>) => apply(...given).body?.value }
}

describe('readConfiguredValues', () => {
  it.each<[string, Readonly<Record<string, readonly Json[]>>, string, Json, Json]>([
    ['a property by its name', { name: ['Rex'] }, 'addPet', { name: 'text' }, { name: 'Rex' }],
    ['an absent property', { name: ['Rex'] }, 'addPet', {}, { name: 'Rex' }],
    ['a property of a schema', { 'Owner.name': ['Ann'] }, 'addOwner', {}, { name: 'Ann' }],
    [
      'a property of a schema that another one includes',
      { 'Named.name': ['Rex'] },
      'addPet',
      {},
      { name: 'Rex' },
    ],
    ['a property of one operation', { 'addPet.name': ['Rex'] }, 'addPet', {}, { name: 'Rex' }],
    ['no property of another schema', { 'Owner.name': ['Ann'] }, 'addPet', {}, {}],
    ['no property of another operation', { 'addPet.name': ['Rex'] }, 'addOwner', {}, {}],
    [
      'the most specific name',
      { name: ['One'], 'Named.name': ['Two'], 'addPet.name': ['Three'] },
      'addPet',
      {},
      { name: 'Three' },
    ],
    [
      'every item of an array',
      { 'Named.name': ['Rex'] },
      'addOwner',
      { pets: [{}, {}] },
      { pets: [{ name: 'Rex' }, { name: 'Rex' }] },
    ],
    [
      'different items, if there are values',
      { 'Named.name': ['Rex', 'Tom'] },
      'addOwner',
      { pets: [{}, {}] },
      { pets: [{ name: 'Rex' }, { name: 'Tom' }] },
    ],
    ['an array', { 'Pet.tags': [['good', 'old']] }, 'addPet', { tags: ['text'] }, { tags: ['good', 'old'] }],
    [
      'an inner object that is there',
      { city: ['Ulm'] },
      'addOwner',
      { address: {} },
      { address: { city: 'Ulm' } },
    ],
    ['no inner object that is not', { city: ['Ulm'] }, 'addOwner', {}, {}],
    [
      'a branch of a union',
      { mail: ['a@b.c'] },
      'addOwner',
      { contact: { mail: 'text' } },
      { contact: { mail: 'a@b.c' } },
    ],
    [
      'no other branch',
      { mail: ['a@b.c'] },
      'addOwner',
      { contact: { phone: '12' } },
      { contact: { phone: '12' } },
    ],
  ])('places %s', async (_place, values, operationId, body, expected) => {
    expect((await read(values)).bodyOf(operationId, body, 0)).toStrictEqual(expected)
  })

  it('places parameters, optional ones too', async () => {
    const { apply } = await read({ shopId: [7], lang: ['en'] })
    expect(apply('addPet', {}, 0)).toMatchObject({ path: { shopId: 7 }, query: { lang: 'en' } })
  })

  it('gives each request the value of its number, and keeps one that is there', async () => {
    const { bodyOf } = await read({ name: ['Rex', 'Tom'] })
    expect([0, 1, 2].map((index) => bodyOf('addPet', {}, index))).toStrictEqual(
      ['Rex', 'Tom', 'Rex'].map((name) => ({ name })),
    )
    expect(bodyOf('addPet', { name: 'Tom' }, 0)).toStrictEqual({ name: 'Tom' })
  })

  it('gives different requests different values, the same request the same', async () => {
    const { bodyOf } = await read({ name: ['Rex', 'Tom', 'Kim'] })
    const all = Array.from({ length: 12 }, (_each, index) => bodyOf('addPet', { tags: [`t${index}`] }))
    expect(new Set(all.map((body) => (body as { name: string }).name)).size).toBe(3)
    expect(bodyOf('addPet', { tags: ['t0'] })).toStrictEqual(all[0])
  })

  it('reads a text as the number that it spells where only a number is allowed', async () => {
    const { apply } = await read({ shopId: ['7'], name: ['12'] })
    expect(apply('addPet', {}, 0)).toMatchObject({ path: { shopId: 7 }, body: { value: { name: '12' } } })
  })

  it.each<[string, Readonly<Record<string, readonly Json[]>>, string]>([
    [
      'an unknown name',
      { 'Owner.nam': ['Ann'] },
      'There are values for Owner.nam, but no request has such a parameter or property; did you mean Owner.name?',
    ],
    [
      'a read-only property',
      { 'Pet.id': [1] },
      'There are values for Pet.id, but no request has such a parameter or property',
    ],
    [
      'a value that the schema rejects',
      { 'Owner.name': ['Ann', 'A'] },
      'The value "A" for Owner.name does not match its schema: it is shorter than 2 characters.',
    ],
    [
      'an inner value that the schema rejects',
      { tags: [['good', 5]] },
      'The value ["good",5] for tags does not match its schema: /1 is not of type string.',
    ],
  ])('rejects %s', async (_name, values, message) => {
    await expect(read(values)).rejects.toThrow(message)
  })
})
