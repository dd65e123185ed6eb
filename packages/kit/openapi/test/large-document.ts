import type { Json, JsonObject } from '@contract-kit/json-schema/json'

/**
 * A document of the size and the style of the largest public ones: resources that refer to each other, each with five operations, long
 * descriptions, parameters written out, examples, error responses. With 200 resources it has 1,000 operations in 8 MB of JSON.
 */
export const largeDocument = (resources: number): JsonObject => {
  const names = Array.from({ length: resources }, (_, index) => `resource-${index}`)
  const others = (index: number): readonly number[] => [1, 7, 31].map((step) => (index + step) % resources)
  return {
    openapi: '3.1.0',
    info: { title: 'Everything', version: '1.0.0', description: prose(40) },
    servers: [{ url: 'https://api.example.com/v1' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(
      names.flatMap((name, index) => [
        [`/${name}`, { get: listOperation(name, index), post: writeOperation('create', name, index) }],
        [
          `/${name}/{id}`,
          {
            parameters: [parameter('id', 'path', true)],
            get: readOperation('get', name, index),
            patch: writeOperation('update', name, index),
            delete: readOperation('delete', name, index),
          },
        ],
      ]),
    ),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: { Problem: { description: 'Not done.', content: json(reference('Problem')) } },
      schemas: {
        Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        ...Object.fromEntries(names.map((_, index) => [`Resource${index}`, resource(index, others(index))])),
      },
    },
  }
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  'application/json': { schema, ...more },
})
const prose = (sentences: number): string =>
  'It says what the field is for, when it is there, and what a caller does with its value. '.repeat(sentences)

const parameter = (name: string, place: string, required = false): JsonObject => ({
  name,
  in: place,
  required,
  description: prose(2),
  schema: { type: 'string', maxLength: 5_000 },
})

const responses = (status: string, schema: JsonObject, example: Json): JsonObject => ({
  [status]: { description: 'Done.', content: json(schema, { examples: { one: { value: example } } }) },
  '4XX': { $ref: '#/components/responses/Problem' },
  default: { description: 'Not done.', content: json(reference('Problem')) },
})

const operation = (verb: string, name: string): JsonObject => ({
  operationId: `${verb}-${name}`,
  tags: [name],
  summary: `Does it to ${name}`,
  description: prose(6),
})

const listOperation = (name: string, index: number): JsonObject => ({
  ...operation('list', name),
  parameters: Array.from({ length: 12 }, (_, at) => parameter(`filter-${at}`, 'query')),
  responses: responses(
    '200',
    { type: 'object', properties: { data: { type: 'array', items: reference(`Resource${index}`) } } },
    { data: [example(3)] },
  ),
})

const readOperation = (verb: string, name: string, index: number): JsonObject => ({
  ...operation(verb, name),
  parameters: [parameter('expand', 'query')],
  responses: responses('200', reference(`Resource${index}`), example(3)),
})

const writeOperation = (verb: string, name: string, index: number): JsonObject => ({
  ...operation(verb, name),
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': { schema: fields(30, []), encoding: {} },
      ...json(reference(`Resource${index}`), { example: example(4) }),
    },
  },
  responses: responses('201', reference(`Resource${index}`), example(3)),
})

const example = (depth: number): Json =>
  Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [
      `field_${at}`,
      at === 0 && depth > 0 ? example(depth - 1) : `value ${at}`,
    ]),
  )

const resource = (index: number, others: readonly number[]): JsonObject => ({
  ...fields(40, others),
  title: `Resource${index}`,
  description: prose(4),
  required: ['field_0', 'field_1'],
  'x-expandable': ['other_0'],
})

const fields = (count: number, others: readonly number[]): JsonObject => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, field(at)])),
    ...Object.fromEntries(
      others.map((other, at) => [
        `other_${at}`,
        {
          anyOf: [{ type: 'string', maxLength: 5_000 }, reference(`Resource${other}`)],
          description: prose(1),
        },
      ]),
    ),
  },
})

const field = (at: number): JsonObject => {
  if (at % 10 === 3)
    return {
      type: 'array',
      description: prose(2),
      items: { type: 'object', properties: { key: { type: 'string' } } },
    }
  if (at % 10 === 5) return { type: ['integer', 'null'], description: prose(1), minimum: 0 }
  if (at % 10 === 7) return { type: 'string', description: prose(1), enum: ['one', 'two', 'three'] }
  return { type: 'string', description: prose(2), maxLength: 5_000, pattern: '^[a-z_]*$' }
}
