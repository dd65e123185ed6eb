import { describe, expect, test } from 'vitest'
import { DocumentError } from './document-part.ts'
import { loadDocument } from './load-document.ts'
import { sendableDocument } from '../wire/sendable-document.ts'

const responses = { 200: { description: '' } }
const schemas = {
  Loop: { $ref: '#/components/schemas/Loop' },
  Both: { allOf: [{ anyOf: [{ $ref: '#/components/schemas/Both' }] }] },
}
const withSchema = (schema: unknown, rest: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }], responses } } },
  components: { schemas },
  ...rest,
})
const withParameter = (parameter: object) => ({ parameters: [parameter] })
const noOperation = 'The document has no operation under `paths`, so there is nothing to check.'
const draft4 = 'http://json-schema.org/draft-04/schema#'
const types =
  'must be one or more of null, boolean, object, array, number, integer, string, each a text (null in quotes).'

/** The message with which a document, or its only operation, is refused. */
const messageOf = async (document: object): Promise<string | undefined> => {
  const error = await loadDocument(document)
    .then(sendableDocument)
    .catch((thrown: unknown) => thrown)
  return error instanceof DocumentError ? error.message : undefined
}

describe('DocumentError', () => {
  test.each<[document: object, message: string]>([
    [
      { swagger: '1.2', paths: {} },
      'The document has a Swagger version other than 2.0: convert it to OpenAPI 3.0 or 3.1 first.',
    ],
    [{ paths: {} }, 'The document has no `openapi` field, such as `openapi: 3.1.0`.'],
    [{ openapi: '4.0.0' }, 'The document is OpenAPI "4.0.0": only 3.0, 3.1 and 3.2 can be checked.'],
    [{ openapi: '3.1.0' }, noOperation],
    [{ openapi: '3.1.0', paths: {} }, noOperation],
    [{ openapi: '3.1.0', paths: [] }, '#/paths must be an object.'],
    [{ openapi: '3.1.0', paths: { a: {} } }, 'The path a at #/paths/a must begin with a slash.'],
    [[], 'The document must be an object with an `openapi` field.'],
  ])('says what to fix in the document %j', async (document, message) => {
    expect(await messageOf(document)).toBe(message)
  })

  // AT is the place of the operation.
  test.each<[operation: object, message: string, rest?: object]>([
    [
      { requestBody: { $ref: '#/nowhere' } },
      'The reference #/nowhere at AT/requestBody cannot be resolved: there is nothing at that place.',
    ],
    [
      { requestBody: { $ref: '#/paths/~1a/get/requestBody' } },
      'The reference AT/requestBody at AT/requestBody leads back to itself.',
    ],
    [withParameter({ in: 'query' }), 'AT/parameters/0 needs the field `name`.'],
    [
      withParameter({ name: 'a', in: 'body' }),
      '`in` at AT/parameters/0 must be one of path, query, header, cookie, not body.',
    ],
    [
      withParameter({ name: 'a', in: 'path', style: 'form' }),
      '`style` at AT/parameters/0 must be one of simple, label, matrix, not form.',
    ],
    [
      withParameter({ name: 'a', in: 'query', required: 'yes' }),
      'AT/parameters/0/required must be true or false.',
    ],
    [
      withParameter({ name: 'a', in: 'query', content: { 'a/b': {}, 'c/d': {} } }),
      '`content` at AT/parameters/0 must have one media type, not 2.',
    ],
    [{ parameters: {} }, 'AT/parameters must be a list.'],
    [
      { responses: { 2000: {} } },
      'The response key 2000 at AT/responses/2000 must be a status (200), a family (2XX) or default.',
    ],
    [
      { security: [{ none: [] }] },
      'AT/security/0 asks for the security scheme none, which components.securitySchemes does not declare.',
    ],
    [
      { security: [{ a: [] }] },
      '#/components/securitySchemes/a needs the field `name`.',
      { components: { securitySchemes: { a: { type: 'apiKey', in: 'header' } } } },
    ],
    [
      { requestBody: { content: { 'a/b': { encoding: { x: 1 } } } } },
      'AT/requestBody/content/a~1b/encoding/x must be an object.',
    ],
  ])('says what to fix in the operation %j', async (operation, message, rest) => {
    const document = { openapi: '3.1.0', paths: { '/a': { get: { responses, ...operation } } }, ...rest }
    expect(await messageOf(document)).toBe(message.replaceAll('AT', '#/paths/~1a/get'))
  })

  // AT is the place of the schema.
  test.each<[schema: unknown, message: string, rest?: object]>([
    [{ multipleOf: 0 }, 'AT/multipleOf must be a number above 0.'],
    [5, 'AT must be a schema.'],
    [{ type: 5 }, `AT/type ${types}`],
    [{ type: 'text' }, `AT/type ${types}`],
    [{ properties: { a: { required: true } } }, 'AT/properties/a/required must be a list of texts.'],
    [{ items: [{}] }, 'AT/items must be a schema.'],
    [{ minLength: -1 }, 'AT/minLength must be a whole number of 0 or more.'],
    [{ exclusiveMinimum: true }, 'AT/exclusiveMinimum must be a number.'],
    [
      { exclusiveMinimum: true },
      `AT/exclusiveMinimum must be a number; the document declares the dialect ${draft4}, and JSON Schema 2020-12 is supported.`,
      { jsonSchemaDialect: draft4 },
    ],
    [{ anyOf: [] }, 'AT/anyOf must be a list of schemas.'],
    [{ properties: { a: 1 } }, 'AT/properties must be an object of schemas by name.'],
    [
      { $ref: '#/components/schemas/Gone' },
      'The reference #/components/schemas/Gone at AT cannot be resolved: there is nothing at that place.',
    ],
    [
      { $ref: 'other.yaml' },
      'The reference other.yaml at AT cannot be resolved: The document memory:/other.yaml cannot be read: only files and http(s) URLs can be read.',
    ],
    [schemas.Loop, 'The schema at #/components/schemas/Loop refers to itself without end.'],
    [
      { $ref: '#/components/schemas/Both' },
      'The schema at #/components/schemas/Both refers to itself without end.',
    ],
  ])('says what to fix in the schema %j', async (schema, message, rest) => {
    const at = '#/paths/~1a/get/parameters/0/schema'
    expect(await messageOf(withSchema(schema, rest))).toBe(message.replaceAll('AT', at))
  })

  test.each([
    { type: 'integer', minimum: 0, exclusiveMinimum: true },
    { type: 'array', items: [{}] },
    { $ref: '#/components/parameters', required: true },
  ])('is not thrown for the 3.0 schema %j', async (schema) => {
    const document = withSchema(schema, { openapi: '3.0.3', components: { parameters: {} } })
    expect((await loadDocument(document)).operations).toHaveLength(1)
  })

  test('reports circular and too deeply nested objects', async () => {
    const document: Record<string, unknown> = { openapi: '3.1.0' }
    document['paths'] = document
    await expect(loadDocument(document)).rejects.toThrow(DocumentError)
    const schema = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as object
    expect(await messageOf(withSchema(schema))).toBe('The document is nested too deeply to be read.')
  })
})
