/** The pets of the examples in the README. */
const pet = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } as const
const error = {
  description: 'Refused.',
  content: {
    'application/json': {
      schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
} as const
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } } as const

/** The document, as `contract bundle` writes it. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [{ name: 'kind', in: 'query', schema: { type: 'string', enum: ['cat', 'dog'] } }],
        responses: {
          200: {
            description: 'Pets.',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
          '4XX': error,
        },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content: pet },
        responses: { 201: { description: 'Created.', content: pet }, '4XX': error },
      },
    },
    '/pets/{petId}': {
      parameters: [petId],
      get: { operationId: 'showPet', responses: { 200: { description: 'It.', content: pet }, '4XX': error } },
      patch: {
        operationId: 'changePet',
        requestBody: {
          required: true,
          content: {
            'application/merge-patch+json': { schema: { type: 'object' } },
            'application/json': { schema: { type: 'object' } },
          },
        },
        responses: { 200: { description: 'It.', content: pet }, '4XX': error },
      },
      delete: { operationId: 'deletePet', responses: { 204: { description: 'Gone.' }, '4XX': error } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 1 },
          kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
        },
      },
    },
  },
}

/** What openapi-typescript generates of it, as far as the examples need it. */
export interface operations {
  readonly deletePet: {
    parameters: { path: { petId: number } }
    requestBody?: never
    responses: {
      204: { headers: Record<string, never>; content?: never }
      '4XX': { headers: Record<string, never>; content: { 'application/json': { message: string } } }
    }
  }
}
