const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    name: { type: 'string', minLength: 1 },
    kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  },
}
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
const error = {
  description: 'Refused.',
  content: { 'application/problem+json': { schema: { type: 'object' } } },
}
const id = { name: 'petId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }

/** A small API of pets. */
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
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
    },
    '/pets/{petId}': {
      parameters: [id],
      get: { operationId: 'readPet', responses: { 200: { description: 'It.', content }, default: error } },
      put: {
        operationId: 'replacePet',
        requestBody: { required: true, content },
        responses: { 200: { description: 'It.', content }, default: error },
      },
      delete: { operationId: 'deletePet', responses: { 204: { description: 'Gone.' }, default: error } },
    },
  },
  components: { schemas: { Pet: pet } },
}

/** A pet of its responses. */
export interface Pet {
  readonly id: string
  readonly name: string
  readonly kind?: string
  readonly createdAt: string
}
