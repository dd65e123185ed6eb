import type { Json, JsonObject } from '../src/documents/json.ts'

/** Every character that has a special meaning in some language. */
export const hostile = `'"\`$HOME \${x} $(id) #{y} #@z \\n \\ %s {0}\nline\ttab ü 日本 🪚 </script> ; & @file`

const required = (place: string, name: string, example: Json, more: JsonObject = {}): JsonObject => ({
  name,
  in: place,
  required: true,
  schema: { type: 'string' },
  example,
  ...more,
})
const shows = (type: string) => ({ 200: { description: 'It.', content: { [type]: {} } } })
/** Returns an operation with a body of one media type. */
const takes = (operationId: string, type: string, media: JsonObject, more: JsonObject = {}): JsonObject => ({
  operationId,
  requestBody: { content: { [type]: media } },
  responses: shows('application/json'),
  ...more,
})
const photo = { type: 'string', format: 'binary' }

/** A document whose operations have names and values that are difficult to escape. */
export const hostileShed: JsonObject = {
  openapi: '3.1.1',
  info: { title: 'Awkward shed', version: '1.0.0' },
  servers: [{ url: 'http://127.0.0.1:{port}/api', variables: { port: { default: '9' } } }],
  security: [{ member: [] }],
  components: {
    securitySchemes: {
      member: { type: 'http', scheme: 'bearer' },
      door: { type: 'http', scheme: 'basic' },
      badge: { type: 'apiKey', in: 'query', name: 'badge' },
      stamp: { type: 'apiKey', in: 'cookie', name: 'stamp' },
    },
    schemas: {
      Tool: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', example: 'Saw' }, id: { type: 'integer', readOnly: true } },
      },
    },
  },
  paths: {
    '/tools/{tool-id}': {
      parameters: [required('path', 'tool-id', "o'hara/7 ü")],
      get: {
        parameters: [
          required('query', 'tag', ['a b', 'c&d'], { schema: { type: 'array' } }),
          required(
            'query',
            'filter',
            { size: 'big', 'max-age': 3 },
            { style: 'deepObject', explode: true, schema: { type: 'object' } },
          ),
          required('query', 'ids', [1, 2], { explode: false, schema: { type: 'array' } }),
          required('query', 'sort', 'name', { required: false }),
          required('cookie', 'shelf', 'left;right'),
          required('header', 'X-Note', `it's "$5" \\ #{n}`),
        ],
        responses: shows('application/json'),
      },
      delete: { operationId: 'throw-away', security: [{}], responses: { 204: { description: 'Gone.' } } },
      put: takes('replace-tool', 'application/json', {
        schema: { type: 'object' },
        examples: { first: { value: { note: hostile, 'kebab-key': [1.5, true, null], __proto__x: {} } } },
      }),
    },
    '/notes': {
      post: takes(
        'add-note',
        'text/plain',
        { example: hostile },
        { security: [{ door: [] }], responses: shows('text/plain') },
      ),
    },
    '/forms': {
      post: takes(
        'fill-form',
        'application/x-www-form-urlencoded',
        { example: { 'a b': hostile, list: ['x', 'y'] } },
        { security: [{ badge: [], stamp: [] }] },
      ),
    },
    '/photos': {
      post: takes('add-photo', 'multipart/form-data', {
        schema: { type: 'object', properties: { photo, note: { type: 'string' } } },
        encoding: { photo: { contentType: 'image/png' } },
        example: { note: hostile, photo: '' },
      }),
    },
    '/made-up': {
      post: takes('make-up', 'application/json', {
        schema: {
          type: 'object',
          required: ['size', 'tool'],
          properties: {
            size: { type: 'integer', minimum: 3 },
            tool: { $ref: '#/components/schemas/Tool' },
          },
        },
      }),
    },
  },
}
