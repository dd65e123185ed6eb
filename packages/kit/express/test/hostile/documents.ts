// Three documents in the styles of large public APIs, none of which is ours.

const reply = {
  default: { description: '', content: { 'application/json': {}, 'application/problem+json': {} } },
}
const text = { type: 'string', maxLength: 200 }
const integer = { type: 'integer', minimum: 0, maximum: 1000 }
const inPath = (name: string, schema: object = text) => ({ in: 'path', name, required: true, schema })
const inQuery = (name: string, schema: object, more: object = {}) => ({ in: 'query', name, schema, ...more })
const listOf = (items: object) => ({ type: 'array', items, maxItems: 50 })
const body = (content: object, required = true) => ({ requestBody: { required, content } })
const deep = { style: 'deepObject', explode: true }

/** Bodies are forms with brackets, lists are expanded by name: ferries and their bookings. */
export const formsDocument = {
  openapi: '3.0.3',
  info: { title: 'Ferries', version: '1' },
  servers: [{ url: 'https://ferries.example.com/forms' }],
  paths: {
    '/v1/bookings': {
      get: {
        parameters: [
          inQuery('created', { anyOf: [{ type: 'object', properties: { gte: integer } }, integer] }, deep),
          inQuery('expand', listOf(text), deep),
          inQuery('limit', { type: 'integer', default: 10, maximum: 100 }),
          inQuery('ids[]', listOf(integer)),
        ],
        responses: reply,
      },
      post: {
        ...body({
          'application/x-www-form-urlencoded': {
            schema: {
              type: 'object',
              required: ['amount'],
              properties: {
                amount: integer,
                metadata: {
                  anyOf: [
                    { type: 'object', additionalProperties: text },
                    { type: 'string', enum: [''] },
                  ],
                },
                seats: listOf({ type: 'object', properties: { deck: integer, note: text } }),
                expand: listOf(text),
                plan: { type: 'object', properties: { price: { type: 'number', multipleOf: 0.01 } } },
              },
              additionalProperties: false,
            },
            encoding: { metadata: deep, seats: deep, expand: deep },
          },
        }),
        responses: reply,
      },
    },
    '/v1/bookings/{booking}': {
      delete: { parameters: [inPath('booking')], responses: reply },
      post: {
        parameters: [inPath('booking')],
        ...body({ 'application/x-www-form-urlencoded': { schema: { type: 'object' } } }, false),
        responses: reply,
      },
    },
    '/v1/bookings/{booking}.{format}': {
      get: {
        parameters: [inPath('booking', integer), inPath('format', { enum: ['json', 'csv'] })],
        responses: reply,
      },
    },
  },
}

const attributes = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', minLength: 1, pattern: String.raw`^[^\<\>]*$` },
    pages: { type: ['integer', 'null'], exclusiveMinimum: 0 },
    tags: { type: 'array', uniqueItems: true },
    printed: { type: 'string', format: 'date-time' },
    size: { type: 'array', prefixItems: [integer, integer], items: false },
  },
}
const identified = (type: string, more: object = {}) => ({
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { const: type }, id: { type: 'string', format: 'uuid' }, ...more },
})

/** JSON:API: envelopes, relationships of several kinds, sparse fields and filters in brackets. */
export const envelopesDocument = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  servers: [{ url: '/envelopes' }],
  paths: {
    '/books': {
      get: {
        parameters: [
          inQuery('fields[books]', listOf(text), { explode: false }),
          inQuery('page[number]', { type: 'integer', default: 1 }),
          inQuery('filter', { type: 'object', properties: { title: text, pages: integer } }, deep),
          inQuery('sort', listOf({ enum: ['title', '-title'] }), { style: 'pipeDelimited', explode: false }),
          inQuery('rest', { type: 'object', additionalProperties: integer }),
          { in: 'header', name: 'X-Options', schema: { type: 'object', properties: { n: integer } } },
          { in: 'cookie', name: 'session', schema: listOf(integer), explode: false },
        ],
        responses: reply,
      },
      post: {
        ...body({
          'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Envelope' } },
        }),
        responses: reply,
      },
    },
    '/books/{id}/{range}': {
      patch: {
        parameters: [inPath('id'), { ...inPath('range', listOf(integer)), style: 'matrix', explode: true }],
        ...body({ 'application/*+json': { schema: { $ref: '#/components/schemas/Envelope' } } }),
        responses: reply,
      },
    },
  },
  components: {
    schemas: {
      Envelope: {
        type: 'object',
        required: ['data'],
        properties: {
          data: { oneOf: [{ $ref: '#/components/schemas/Book' }, { $ref: '#/components/schemas/Shelf' }] },
          included: { type: 'array', items: { $ref: '#/components/schemas/Envelope' } },
        },
        unevaluatedProperties: false,
      },
      Book: identified('books', { attributes }),
      Shelf: identified('shelves', {
        relationships: {
          type: 'object',
          patternProperties: { '^[a-z]+$': { $ref: '#/components/schemas/Link' } },
          propertyNames: { maxLength: 20 },
        },
      }),
      Link: {
        anyOf: [identified('books'), identified('shelves'), { type: 'null' }, listOf(identified('books'))],
      },
    },
  },
}

/** Uploads, downloads and streams: forms with files, bytes, texts and lines of JSON. */
export const uploadsDocument = {
  openapi: '3.1.0',
  info: { title: 'Sheds', version: '1' },
  servers: [{ url: '/uploads' }],
  paths: {
    '/files': {
      post: {
        ...body({
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['purpose'],
              properties: {
                purpose: { enum: ['roof', 'floor'] },
                file: { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 100 },
                files: listOf({ type: 'string', format: 'binary' }),
                expires: { type: 'object', properties: { seconds: integer } },
                parts: listOf({ type: 'object', properties: { n: integer } }),
                timestamps: listOf(integer),
              },
            },
            encoding: { expires: { contentType: 'application/json' } },
          },
        }),
        responses: reply,
      },
    },
    '/files/{id}/content': {
      put: {
        parameters: [inPath('id')],
        ...body({ 'application/octet-stream': {}, 'image/*': {}, 'text/plain': { schema: integer } }, false),
        responses: reply,
      },
    },
    '/lines/{when}': {
      post: {
        parameters: [
          {
            ...inPath('when', { type: 'object', properties: { at: integer } }),
            style: 'label',
            explode: true,
          },
          { in: 'query', name: 'options', content: { 'application/json': { schema: attributes } } },
        ],
        ...body({
          'application/jsonl': { itemSchema: attributes },
          'text/csv': { schema: text },
          'application/json': { schema: listOf(attributes) },
        }),
        responses: reply,
      },
    },
  },
}
