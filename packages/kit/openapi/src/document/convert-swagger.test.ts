import type { JsonObject } from '@contract-kit/json-schema/json'
import { describe, expect, test } from 'vitest'
import { findMedia } from './api-document.ts'
import { openDocument } from './open-document.ts'

const pet = {
  type: 'object',
  properties: { name: { type: 'string', 'x-example': 'Rex', 'x-nullable': true } },
}

/** The only operation of a document of Swagger 2.0, read. */
const read = (operation: JsonObject, more: JsonObject = {}) => {
  const document = openDocument({
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    host: 'api.example.com',
    basePath: '/v1',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    paths: { '/a': { post: { responses: { 200: { description: 'ok' } }, ...operation } } },
    definitions: { Pet: pet },
    ...more,
  })
  expect(document.unread).toStrictEqual([])
  const [found] = document.operations
  if (found === undefined) throw new Error('There is no operation.')
  return { document, operation: found }
}

const list = { type: 'array', items: { type: 'string' }, maxItems: 4 }

describe('convertSwagger', () => {
  const body = { in: 'body', name: 'pet', schema: { $ref: '#/definitions/Pet' } }
  const field = { in: 'formData', name: 'name', type: 'string' }
  const file = { in: 'formData', name: 'photo', type: 'file' }

  test.each([
    ['a body as JSON', [body], 'application/json'],
    ['fields as browsers send them', [field], 'application/x-www-form-urlencoded'],
  ])('takes %s where no media type is named', (_what, parameters, type) => {
    const paths = { '/a': { post: { parameters, responses: { 200: { description: 'ok' } } } } }
    const document = openDocument({
      swagger: '2.0',
      info: { title: 'A', version: '1' },
      paths,
      definitions: { Pet: pet },
    })
    expect(document.operations[0]?.body?.media.map(({ contentType }) => contentType)).toStrictEqual([type])
  })

  test.each<[string, (JsonObject & { name: string })[], string, boolean]>([
    ['a required body', [{ ...body, required: true }], 'application/json', true],
    ['a body', [body], 'application/json', false],
    ['a required field', [{ ...field, required: true }, file], 'multipart/form-data', true],
    ['a required file', [field, { ...file, required: true }], 'multipart/form-data', true],
    ['fields', [field], 'application/x-www-form-urlencoded', false],
  ])('converts %s', (_what, parameters, type, required) => {
    const consumes = [type]
    const { operation } = read({ parameters, consumes })
    expect(operation.body).toMatchObject({ required, media: [{ contentType: type }] })
    const names = parameters.map(({ name }) => name)
    const shared = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter]))
    const references = names.map((name) => ({ $ref: `#/parameters/${name}` }))
    const byReference = read({ parameters: references, consumes }, { parameters: shared })
    expect(byReference.operation.body?.media[0]?.schema?.schema).toStrictEqual(
      operation.body?.media[0]?.schema?.schema,
    )
    expect([byReference.operation.body?.required, byReference.operation.parameters]).toStrictEqual([
      required,
      [],
    ])
  })

  test('replaces a required field of the path by the field of the operation', () => {
    const responses = { 200: { description: 'ok' } }
    const paths = {
      '/a': { parameters: [{ ...field, required: true }], post: { parameters: [field], responses } },
    }
    expect(read({}, { paths }).operation.body?.required).toBe(false)
  })

  test.each<[string, string | undefined, object]>([
    ['query', undefined, { style: 'form', explode: false, schema: { schema: list } }],
    ['query', 'csv', { style: 'form', explode: false, schema: { schema: list } }],
    ['query', 'multi', { style: 'form', explode: true, schema: { schema: list } }],
    ['query', 'ssv', { style: 'spaceDelimited', explode: false, schema: { schema: list } }],
    ['query', 'pipes', { style: 'pipeDelimited', explode: false, schema: { schema: list } }],
    ['query', 'tsv', { schema: { schema: { type: 'string' } } }],
    ['header', undefined, { style: 'simple', explode: false, schema: { schema: list } }],
    ['header', 'csv', { style: 'simple', explode: false, schema: { schema: list } }],
    ['header', 'pipes', { style: 'simple', schema: { schema: { type: 'string' } } }],
    ['header', 'ssv', { style: 'simple', schema: { schema: { type: 'string' } } }],
  ])('reads a list in a %s by collectionFormat %s', (location, collectionFormat, expected) => {
    const parameter = { in: location, name: 'x-list', ...list, ...(collectionFormat && { collectionFormat }) }
    expect(read({ parameters: [parameter] }).operation.parameters).toMatchObject([expected])
    const shared = read({ parameters: [{ $ref: '#/parameters/List' }] }, { parameters: { List: parameter } })
    expect(shared.operation.parameters).toMatchObject([expected])
  })

  test('writes each list of a form by its collectionFormat', () => {
    const formats = ['multi', 'csv', 'ssv', 'pipes', 'tsv']
    const parameters = [
      { ...list, in: 'formData', name: 'usual' },
      ...formats.map((name) => ({ ...list, in: 'formData', name, collectionFormat: name })),
    ]
    const { operation } = read({ parameters, consumes: ['application/x-www-form-urlencoded'] })
    const [media] = operation.body?.media ?? []
    expect(media?.encoding).toStrictEqual({
      usual: { style: 'form', explode: false },
      multi: { style: 'form', explode: true },
      csv: { style: 'form', explode: false },
      ssv: { style: 'spaceDelimited', explode: false },
      pipes: { style: 'pipeDelimited', explode: false },
    })
    expect(media?.schema?.schema).toMatchObject({ properties: { csv: list, tsv: { type: 'string' } } })
  })

  test('shows the examples of parameters, bodies and properties', () => {
    const { operation, document } = read({
      parameters: [
        { ...body, 'x-example': { name: 'Fido' } },
        { in: 'query', name: 'q', type: 'string', 'x-example': 'dog' },
      ],
    })
    expect(operation.body?.media[0]?.examples).toMatchObject([{ value: { name: 'Fido' } }])
    expect(operation.parameters[0]?.examples).toMatchObject([{ value: 'dog' }])
    const schema = document.schemas.node(document.uri, '/components/schemas/Pet/properties/name')
    expect(schema.schema).toMatchObject({ type: ['string', 'null'], example: 'Rex' })
  })

  test('reads the headers of responses, and files', () => {
    const headers = {
      'x-total': { type: 'integer', 'x-nullable': true },
      'x-tags': list,
      'x-pipes': { ...list, collectionFormat: 'pipes' },
    }
    const { operation } = read({
      produces: ['image/png'],
      responses: { 200: { description: 'ok', schema: { type: 'file' }, headers } },
    })
    const response = operation.responses.get('200')
    const found = Object.fromEntries(
      (response?.headers ?? []).map(({ name, schema }) => [name, schema?.schema]),
    )
    expect(found).toMatchObject({
      'x-total': { type: ['integer', 'null'] },
      'x-tags': list,
      'x-pipes': { type: 'string' },
    })
    expect(findMedia(response?.media ?? [], 'image/png')?.schema?.schema).toStrictEqual({
      type: 'string',
      format: 'binary',
    })
  })

  test.each<[JsonObject, readonly string[]]>([
    [{}, ['https://api.example.com/v1']],
    [{ schemes: null }, ['https://api.example.com/v1']],
    [{ schemes: ['https', 'http'] }, ['https://api.example.com/v1', 'http://api.example.com/v1']],
    [{ basePath: '/' }, ['https://api.example.com/']],
    [{ host: 'api.example.com:8080' }, ['https://api.example.com:8080/v1']],
  ])('makes servers of %j', (more, urls) => {
    expect(read({}, more).document.servers.map(({ url }) => url)).toStrictEqual(urls)
  })

  test('makes servers of an operation of its schemes', () => {
    expect(read({ schemes: ['wss'] }).operation.servers).toMatchObject([{ url: 'wss://api.example.com/v1' }])
  })

  test('leaves examples as they are', () => {
    const example = { $ref: '#/definitions/Pet', 'x-nullable': true, type: 'file' }
    const { document } = read({}, { definitions: { Pet: { type: 'object', example } } })
    expect(document.schemas.node(document.uri, '/components/schemas/Pet').schema).toStrictEqual({
      type: 'object',
      example,
    })
  })
})
