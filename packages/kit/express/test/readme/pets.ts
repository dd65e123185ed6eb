import type { OpenApiDocument } from '../../src/index.ts'

const show = (description: string, type: string, properties: object) => ({
  description,
  content: { [type]: { schema: { type: 'object', required: Object.keys(properties), properties } } },
})
const name = { type: 'string' }
const petId = { name: 'pet-id', in: 'path', required: true, schema: { type: 'integer' } }

/** The document of the examples. */
export const document: OpenApiDocument = {
  openapi: '3.1.1',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pets/{pet-id}': {
      get: {
        operationId: 'show-pet',
        parameters: [petId],
        responses: {
          200: show('The pet', 'application/json', { name }),
          '4XX': show('Problem details', 'application/problem+json', {
            title: { type: 'string' },
            status: { type: 'integer' },
          }),
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
