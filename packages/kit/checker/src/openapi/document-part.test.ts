import { describe, expect, test } from 'vitest'
import { DocumentError } from './document-part.ts'
import { loadDocument } from './load-document.ts'

const responses = { 200: { description: '' } }
const withSchema = (schema: unknown, openapi = '3.1.0') => ({
  openapi,
  paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }], responses } } },
  components: {
    schemas: {
      Loop: { $ref: '#/components/schemas/Loop' },
      Both: { allOf: [{ anyOf: [{ $ref: '#/components/schemas/Both' }] }] },
    },
  },
})
const withOperation = (operation: object, rest: object = {}) => ({
  openapi: '3.1.0',
  paths: { '/a': { get: { responses, ...operation } } },
  ...rest,
})
const at = '#/paths/~1a/get'
const schemaAt = `${at}/parameters/0/schema`

describe('DocumentError', () => {
  test.each([
    [
      { swagger: '1.2', paths: {} },
      'The document is of a Swagger version other than 2.0: convert it to OpenAPI 3.0 or 3.1 first.',
    ],
    [{ paths: {} }, 'The document has no `openapi` field, such as `openapi: 3.1.0`.'],
    [{ openapi: '4.0.0' }, 'The document is of OpenAPI "4.0.0": only 3.0, 3.1 and 3.2 can be checked.'],
    [{ openapi: '3.1.0' }, 'The document has no operation under `paths`, so there is nothing to check.'],
    [
      { openapi: '3.1.0', paths: {} },
      'The document has no operation under `paths`, so there is nothing to check.',
    ],
    [{ openapi: '3.1.0', paths: [] }, '#/paths must be an object.'],
    [{ openapi: '3.1.0', paths: { a: {} } }, 'The path a at #/paths/a must begin with a slash.'],
    [[], 'The document must be an object with an `openapi` field.'],
    [
      withOperation({ requestBody: { $ref: '#/nowhere' } }),
      `The reference #/nowhere at ${at}/requestBody cannot be resolved: there is nothing at that place.`,
    ],
    [
      withOperation({ requestBody: { $ref: `${at}/requestBody` } }),
      `The reference ${at}/requestBody at ${at}/requestBody leads back to itself.`,
    ],
    [withOperation({ parameters: [{ in: 'query' }] }), `${at}/parameters/0 needs the field \`name\`.`],
    [
      withOperation({ parameters: [{ name: 'a', in: 'body' }] }),
      `\`in\` at ${at}/parameters/0 must be one of path, query, header, cookie, not body.`,
    ],
    [
      withOperation({ parameters: [{ name: 'a', in: 'path', style: 'form' }] }),
      `\`style\` at ${at}/parameters/0 must be one of simple, label, matrix, not form.`,
    ],
    [
      withOperation({ parameters: [{ name: 'a', in: 'query', required: 'yes' }] }),
      `${at}/parameters/0/required must be true or false.`,
    ],
    [withOperation({ parameters: {} }), `${at}/parameters must be a list.`],
    [
      withOperation({ responses: { 2000: {} } }),
      `The response key 2000 at ${at}/responses/2000 must be a status (200), a family (2XX) or default.`,
    ],
    [
      withOperation({ security: [{ none: [] }] }),
      `${at}/security/0 asks for the security scheme none, which components.securitySchemes does not declare.`,
    ],
    [
      withOperation(
        { security: [{ a: [] }] },
        { components: { securitySchemes: { a: { type: 'apiKey', in: 'header' } } } },
      ),
      '#/components/securitySchemes/a needs the field `name`.',
    ],
    [
      withOperation({ parameters: [{ name: 'a', in: 'query', content: { 'a/b': {}, 'c/d': {} } }] }),
      `\`content\` at ${at}/parameters/0 must have one media type, not 2.`,
    ],
    [
      withOperation({ requestBody: { content: { 'a/b': { encoding: { x: 1 } } } } }),
      `${at}/requestBody/content/a~1b/encoding/x must be an object.`,
    ],
    [withSchema({ multipleOf: 0 }), `${schemaAt}/multipleOf must be a number above 0.`],
    [withSchema(5), `${schemaAt} must be a schema.`],
    [
      withSchema({ type: 5 }),
      `${schemaAt}/type must be one or more of null, boolean, object, array, number, integer, string, each a text (null in quotes).`,
    ],
    [
      withSchema({ type: 'text' }),
      `${schemaAt}/type must be one or more of null, boolean, object, array, number, integer, string, each a text (null in quotes).`,
    ],
    [
      withSchema({ properties: { a: { required: true } } }),
      `${schemaAt}/properties/a/required must be a list of texts.`,
    ],
    [withSchema({ items: [{}] }), `${schemaAt}/items must be a schema.`],
    [withSchema({ minLength: -1 }), `${schemaAt}/minLength must be a whole number of 0 or more.`],
    [withSchema({ exclusiveMinimum: true }), `${schemaAt}/exclusiveMinimum must be a number.`],
    [
      {
        ...withSchema({ exclusiveMinimum: true }),
        jsonSchemaDialect: 'http://json-schema.org/draft-04/schema#',
      },
      `${schemaAt}/exclusiveMinimum must be a number; the document declares the dialect http://json-schema.org/draft-04/schema#, and JSON Schema 2020-12 is supported.`,
    ],
    [withSchema({ anyOf: [] }), `${schemaAt}/anyOf must be a list of schemas.`],
    [withSchema({ properties: { a: 1 } }), `${schemaAt}/properties must be an object of schemas by name.`],
    [
      withSchema({ $ref: '#/components/schemas/Gone' }),
      `The reference #/components/schemas/Gone at ${schemaAt} cannot be resolved: there is nothing at that place.`,
    ],
    [
      withSchema({ $ref: 'other.yaml' }),
      `The reference other.yaml at ${schemaAt} cannot be resolved: The document memory:/other.yaml cannot be read: only files and http(s) URLs can be read.`,
    ],
    [
      withSchema({ $ref: '#/components/schemas/Loop' }),
      'The schema at #/components/schemas/Loop refers to itself without end.',
    ],
    [
      withSchema({ $ref: '#/components/schemas/Both' }),
      'The schema at #/components/schemas/Both refers to itself without end.',
    ],
  ])('says what to fix in %j', async (document, message) => {
    const error = await loadDocument(document).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DocumentError)
    expect((error as Error).message).toBe(message)
  })

  test.each([
    [{ type: 'integer', minimum: 0, exclusiveMinimum: true }],
    [{ type: 'array', items: [{}] }],
    [{ $ref: '#/components/parameters', required: true }],
  ])('is not thrown for the 3.0 schema %j', async (schema) => {
    const document = { ...withSchema(schema, '3.0.3'), components: { parameters: {} } }
    expect((await loadDocument(document)).operations).toHaveLength(1)
  })

  test('tells an object that holds itself', async () => {
    const document: Record<string, unknown> = { openapi: '3.1.0' }
    document['paths'] = document
    await expect(loadDocument(document)).rejects.toThrow(DocumentError)
  })

  test('tells a document nested without measure', async () => {
    const schema = JSON.parse(`${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`) as object
    await expect(loadDocument(withSchema(schema))).rejects.toThrow(
      'The document is nested too deeply to be read.',
    )
  })
})
