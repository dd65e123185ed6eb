const pet = { $ref: '#/components/schemas/Pet' }
const content = { 'application/json': { schema: pet } }
const error = {
  description: 'Refused.',
  content: {
    'application/problem+json': { schema: { type: 'object', properties: { title: { type: 'string' } } } },
  },
}

/** A collection as many documents have it: ids, moments and a default by the server, a nested object and a list. */
export const petsDocument = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'createPet',
        requestBody: { required: true, content },
        responses: { 201: { description: 'Created.', content }, default: error },
      },
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0, default: 0 } },
        ],
        responses: {
          200: {
            description: 'One page.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['items', 'total'],
                  properties: { items: { type: 'array', items: pet }, total: { type: 'integer' } },
                },
              },
            },
          },
          default: error,
        },
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'readPet',
        parameters: [
          { name: 'petId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        responses: { 200: { description: 'The pet.', content }, default: error },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name', 'createdAt'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 80 },
          kind: { type: 'string', enum: ['cat', 'dog', 'bird'], default: 'cat' },
          owner: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
          },
          tags: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 20 } },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
    },
  },
}
