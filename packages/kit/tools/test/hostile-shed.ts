import type { JsonObject } from '../src/documents/json.ts'

/** Every character that some language reads as more than text. */
export const hostile = `'"\`$HOME \${x} $(id) #{y} #@z \\n \\ %s {0}\nline\ttab ü 日本 🪚 </script> ; & @file`

/** A shed whose operations are as awkward as documents can be. */
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
      parameters: [
        { name: 'tool-id', in: 'path', required: true, schema: { type: 'string' }, example: "o'hara/7 ü" },
      ],
      get: {
        parameters: [
          { name: 'tag', in: 'query', required: true, schema: { type: 'array' }, example: ['a b', 'c&d'] },
          {
            name: 'filter',
            in: 'query',
            required: true,
            style: 'deepObject',
            explode: true,
            schema: { type: 'object' },
            example: { size: 'big', 'max-age': 3 },
          },
          {
            name: 'ids',
            in: 'query',
            required: true,
            explode: false,
            schema: { type: 'array' },
            example: [1, 2],
          },
          { name: 'sort', in: 'query', schema: { type: 'string' }, example: 'name' },
          { name: 'shelf', in: 'cookie', required: true, schema: { type: 'string' }, example: 'left;right' },
          {
            name: 'X-Note',
            in: 'header',
            required: true,
            schema: { type: 'string' },
            example: `it's "$5" \\ #{n}`,
          },
        ],
        responses: { 200: { description: 'A tool.', content: { 'application/json': {} } } },
      },
      delete: { operationId: 'throw-away', security: [{}], responses: { 204: { description: 'Gone.' } } },
      put: {
        operationId: 'replace-tool',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object' },
              examples: {
                first: { value: { note: hostile, 'kebab-key': [1.5, true, null], __proto__x: {} } },
              },
            },
          },
        },
        responses: { 200: { description: 'A tool.', content: { 'application/json': {} } } },
      },
    },
    '/notes': {
      post: {
        operationId: 'add-note',
        security: [{ door: [] }],
        requestBody: { content: { 'text/plain': { example: hostile } } },
        responses: { 201: { description: 'The note.', content: { 'text/plain': {} } } },
      },
    },
    '/forms': {
      post: {
        operationId: 'fill-form',
        security: [{ badge: [], stamp: [] }],
        requestBody: {
          content: { 'application/x-www-form-urlencoded': { example: { 'a b': hostile, list: ['x', 'y'] } } },
        },
        responses: { 200: { description: 'Filled.', content: { 'application/json': {} } } },
      },
    },
    '/photos': {
      post: {
        operationId: 'add-photo',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { photo: { type: 'string', format: 'binary' }, note: { type: 'string' } },
              },
              encoding: { photo: { contentType: 'image/png' } },
              example: { note: hostile, photo: '' },
            },
          },
        },
        responses: { 200: { description: 'Kept.', content: { 'application/json': {} } } },
      },
    },
    '/made-up': {
      post: {
        operationId: 'make-up',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['size', 'tool'],
                properties: {
                  size: { type: 'integer', minimum: 3 },
                  tool: { $ref: '#/components/schemas/Tool' },
                },
              },
            },
          },
        },
        responses: { 200: { description: 'Made.', content: { 'application/json': {} } } },
      },
    },
  },
}
