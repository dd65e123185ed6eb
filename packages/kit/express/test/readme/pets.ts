import type { OpenApiDocument } from '../../src/index.ts'

/** The document of the examples. */
export const document: OpenApiDocument = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets/{pet-id}': {
      get: {
        operationId: 'show-pet',
        parameters: [{ name: 'pet-id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'The pet',
            content: {
              'application/json': {
                schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
              },
            },
          },
          '4XX': {
            description: 'Problem details',
            content: {
              'application/problem+json': {
                schema: {
                  type: 'object',
                  required: ['title', 'status'],
                  properties: { title: { type: 'string' }, status: { type: 'integer' } },
                },
              },
            },
          },
        },
      },
    },
  },
}

interface Content<Type extends string, Body> {
  headers: { [name: string]: unknown }
  content: { [Name in Type]: Body }
}

export interface operations {
  'show-pet': {
    parameters: { query?: never; header?: never; path: { 'pet-id': number }; cookie?: never }
    requestBody?: never
    responses: {
      200: Content<'application/json', { name: string }>
      '4XX': Content<'application/problem+json', { title: string; status: number }>
    }
  }
}
