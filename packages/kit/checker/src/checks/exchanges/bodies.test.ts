import { describe, expect, it } from 'vitest'
import { createRig, type ExchangeDraft } from '../../../test/create-exchange.ts'
import { jsonResponse, oneOperation } from '../../../test/one-operation.ts'
import type { Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { errorBodyConformance, responseSchemaConformance, undocumentedProperties } from './bodies.ts'
import { leakedInternals } from './leaked-internals.ts'

const bodySchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const responses = {
  200: jsonResponse(bodySchema),
  204: jsonResponse(bodySchema),
  206: { description: 'text', content: { 'text/plain': {} } },
  400: jsonResponse(bodySchema),
}
const createExchange = await createRig(oneOperation({ responses }))
const judge = (draft: Omit<ExchangeDraft, 'operation' | 'status'> & { status?: number }) =>
  responseSchemaConformance.verify(createExchange({ operation: 'act', status: 200, ...draft }))
const at = '/paths/~1things/get/responses/200/content/application~1json'

describe('errorBodyConformance to an undeclared method', () => {
  const request = { method: 'DELETE', target: '/things' } as const
  const verifyWith = async (documented: object, draft: Partial<ExchangeDraft>) => {
    const rig = await createRig(oneOperation({ responses: documented }))
    return errorBodyConformance.verify(rig({ request, status: 405, ...draft }))
  }

  it('holds the body to the documented 405 of the path', async () => {
    const documented = { 200: responses[200], 405: responses[400] }
    expect(await verifyWith(documented, { json: { id: 1, name: 'a' } })).toEqual([])
    expect(await verifyWith(documented, { json: { error: 'no' } })).toMatchObject([
      { operationId: null, message: expect.stringContaining('The 405 response to DELETE /things') as string },
    ])
  })

  it('claims nothing where no 405 is documented', async () => {
    expect(await verifyWith({ 200: responses[200] }, { json: { error: 'no' } })).toEqual([])
  })
})

describe('responseSchemaConformance', () => {
  it('is content with a body as documented', () => {
    expect(judge({ json: { id: 1, name: 'a' } })).toEqual([])
  })

  it('names the broken statement', () => {
    expect(judge({ json: { id: 'x', name: 'a' } })).toMatchObject([
      {
        pointer: `${at}/schema/properties/id/type`,
        message: 'The 200 response of act does not match its schema: /id is not of type integer.',
      },
    ])
  })

  it('makes one finding of all that one object lacks', () => {
    expect(judge({ json: {} })).toMatchObject([{ pointer: `${at}/schema/required` }])
  })

  it('makes one finding of one statement broken twice', () => {
    const [finding, ...others] = judge({ json: { id: 1, name: 'a', tags: [1, 2] } })
    expect(others).toEqual([])
    expect(finding?.message).toBe(
      'The 200 response of act does not match its schema: /tags is not of type string.',
    )
  })

  it('accuses a leaked secret', () => {
    expect(judge({ json: { id: 1, name: 'a', secret: 's' } })).toMatchObject([
      { pointer: `${at}/schema/properties/secret/writeOnly` },
    ])
  })

  it('accuses what is no JSON', () => {
    expect(judge({ text: '{"id":1,}', headers: { 'content-type': 'application/json' } })).toMatchObject([
      { pointer: at, message: 'The 200 response of act is not well-formed JSON.' },
    ])
  })

  it('accuses a missing body', () => {
    expect(judge({})).toMatchObject([
      { message: 'The 200 response of act has no body, but the document declares one.' },
    ])
  })

  it('wants no body of 204, HEAD and texts', () => {
    expect(judge({ status: 204 })).toEqual([])
    expect(judge({ request: { method: 'HEAD' } })).toEqual([])
    expect(judge({ status: 206 })).toEqual([])
  })

  it('leaves errors and undocumented media types to others', () => {
    expect(judge({ status: 400, json: {} })).toEqual([])
    expect(judge({ text: '<a/>', headers: { 'content-type': 'application/xml' } })).toEqual([])
  })
})

const schemaOfErrorBodyConformance = {
  type: 'object',
  required: ['title', 'status'],
  properties: { title: { type: 'string' }, status: { type: 'integer' } },
}
const exchangeOfErrorBodyConformance = await createRig(
  oneOperation({
    responses: {
      200: jsonResponse(schemaOfErrorBodyConformance),
      default: jsonResponse(schemaOfErrorBodyConformance),
    },
  }),
)
const policies = new Map([['act', [{ statuses: [503], reason: 'it sleeps', checks: [] }]]])

describe('errorBodyConformance', () => {
  it('is content with the documented shape', () => {
    expect(
      errorBodyConformance.verify(
        exchangeOfErrorBodyConformance({ operation: 'act', status: 404, json: { title: 'No', status: 404 } }),
      ),
    ).toEqual([])
  })

  it('makes one finding of another shape', () => {
    const json = { title: 1, status: '404' }
    expect(
      errorBodyConformance.verify(exchangeOfErrorBodyConformance({ operation: 'act', status: 404, json })),
    ).toMatchObject([
      {
        operationId: 'act',
        pointer:
          '/paths/~1things/get/responses/default/content/application~1json/schema/properties/title/type',
      },
    ])
  })

  it('accuses an empty error', () => {
    expect(
      errorBodyConformance.verify(exchangeOfErrorBodyConformance({ operation: 'act', status: 404 })),
    ).toHaveLength(1)
  })

  it('overlooks what the HTTP library refused before', () => {
    expect(
      errorBodyConformance.verify(
        exchangeOfErrorBodyConformance({ operation: 'act', status: 431, headers: { connection: 'close' } }),
      ),
    ).toEqual([])
  })

  it('judges a server error only where a policy allows it', () => {
    expect(
      errorBodyConformance.verify(
        exchangeOfErrorBodyConformance({ operation: 'act', status: 503, json: {} }),
      ),
    ).toEqual([])
    expect(
      errorBodyConformance.verify(
        exchangeOfErrorBodyConformance({ operation: 'act', status: 503, json: {}, settings: { policies } }),
      ),
    ).toHaveLength(1)
  })

  it('leaves successes to another check', () => {
    expect(
      errorBodyConformance.verify(
        exchangeOfErrorBodyConformance({ operation: 'act', status: 200, json: {} }),
      ),
    ).toEqual([])
  })
})

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

const judgeOfUndocumentedProperties = async (
  ...answer: Parameters<typeof answerOf>
): Promise<readonly Finding[]> => undocumentedProperties.verify(await answerOf(...answer))

const pet = { $ref: '#/components/schemas/Pet' }

describe('undocumentedProperties', () => {
  it('accuses a property that no schema names', async () => {
    const [finding] = await judgeOfUndocumentedProperties(pet, { name: 'Rex', debug: 1 })
    expect(finding).toMatchObject({
      operationId: 'listPets',
      pointer: '/components/schemas/Pet/properties',
      message: 'The 200 response of listPets has properties that the document does not declare: debug.',
    })
  })

  it('looks into arrays and recursive references', async () => {
    expect(
      await judgeOfUndocumentedProperties({ type: 'array', items: pet }, [
        { name: 'a', kids: [{ name: 'b', kids: [{ name: 'c', age: 3 }] }] },
      ]),
    ).toHaveLength(1)
  })

  it('makes one finding for one schema', async () => {
    expect(
      await judgeOfUndocumentedProperties({ type: 'array', items: pet }, [
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
    expect(await judgeOfUndocumentedProperties(schema, { name: 'a', age: 1, id: 2, unit: 'y' })).toEqual([])
    expect(
      await judgeOfUndocumentedProperties(schema, { name: 'a', age: 1, id: 2, weight: 'y' }),
    ).toHaveLength(1)
  })

  it('takes the names of the alternatives that hold', async () => {
    const cat = { type: 'object', required: ['lives'], properties: { lives: { type: 'integer' } } }
    const dog = { type: 'object', required: ['barks'], properties: { barks: { type: 'boolean' } } }
    expect(await judgeOfUndocumentedProperties({ oneOf: [cat, dog] }, { lives: 9 })).toEqual([])
    expect(await judgeOfUndocumentedProperties({ oneOf: [cat, dog] }, { lives: 9, name: 'x' })).toHaveLength(
      1,
    )
    expect(await judgeOfUndocumentedProperties({ oneOf: [cat, dog] }, { barks: true })).toEqual([])
    expect(
      await judgeOfUndocumentedProperties({ oneOf: [cat, dog] }, { barks: true, name: 'x' }),
    ).toHaveLength(1)
    expect(await judgeOfUndocumentedProperties({ anyOf: [cat, dog] }, { lives: 9, barks: true })).toEqual([])
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
    expect(await judgeOfUndocumentedProperties(schema, { a: 1, b: 2 })).toEqual([])
  })

  it('judges the values below an open name', async () => {
    expect(
      await judgeOfUndocumentedProperties(
        { type: 'object', additionalProperties: pet },
        { x: { name: 'a', y: 1 } },
      ),
    ).toHaveLength(1)
  })

  it('leaves closed objects to their schema', async () => {
    expect(
      await judgeOfUndocumentedProperties(
        { type: 'object', properties: { a: {} }, additionalProperties: false },
        { a: 1, b: 2 },
      ),
    ).toEqual([])
  })

  it('is silent where a required property is misnamed', async () => {
    expect(await judgeOfUndocumentedProperties(pet, { title: 'Rex' })).toEqual([])
  })

  it('is silent where the body leaks internals, whichever check looks first', async () => {
    const exchange = await answerOf(pet, { name: 'Rex', debug: 'TypeError: pets.find is not a function' })
    expect(leakedInternals.verify(exchange)).toHaveLength(1)
    expect(undocumentedProperties.verify(exchange)).toEqual([])
  })

  it('knows toString for a name like any other', async () => {
    expect(await judgeOfUndocumentedProperties(pet, { name: 'Rex', toString: 1 })).toHaveLength(1)
  })

  it('is turned off by the settings', async () => {
    expect(
      await judgeOfUndocumentedProperties(
        pet,
        { name: 'Rex', debug: 1 },
        { settings: { strictResponses: false } },
      ),
    ).toEqual([])
  })
})
