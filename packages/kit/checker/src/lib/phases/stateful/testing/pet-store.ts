import type { ApiDocument } from '../../../document/api-document.ts'
import { answers, json, loadPaths } from '../../../resources/testing/load-paths.ts'
import { createFakeApi } from './fake-api.ts'
import { keepItems } from './keep-items.ts'

const NEW_PET = {
  type: 'object',
  properties: { name: { type: 'string' }, kind: { enum: ['cat', 'dog', 'fish'] }, age: { type: 'integer' } },
  required: ['name'],
}

const PET = {
  ...NEW_PET,
  properties: { id: { type: 'integer' }, ...NEW_PET.properties },
  required: ['id', 'name'],
}

const body = (schema: Parameters<typeof json>[0]) => ({ required: true, ...json(schema) })

/** A collection of pets with everything that can be done to one. */
export const loadPetStore = (): Promise<ApiDocument> =>
  loadPaths({
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
          { name: 'kind', in: 'query', schema: { enum: ['cat', 'dog', 'fish'] } },
        ],
        responses: answers('200', { type: 'array', items: PET }),
      },
      post: { operationId: 'createPet', requestBody: body(NEW_PET), responses: answers('201', PET) },
    },
    '/pets/{petId}': {
      get: { operationId: 'getPet', responses: answers('200', PET) },
      put: { operationId: 'putPet', requestBody: body(NEW_PET), responses: answers('200', PET) },
      patch: {
        operationId: 'patchPet',
        requestBody: body({ ...NEW_PET, required: [] }),
        responses: answers('200', PET),
      },
      delete: { operationId: 'deletePet', responses: { 204: { description: 'Gone' } } },
    },
  })

/** A correct API for {@link loadPetStore}. */
export const createPetStore = () =>
  createFakeApi(
    keepItems('/pets', {
      list: (items, query) => {
        const offset = Number(query.get('offset') ?? 0)
        const picked = items.filter((pet) => !query.has('kind') || pet['kind'] === query.get('kind'))
        return { status: 200, body: picked.slice(offset, offset + Number(query.get('limit') ?? 20)) }
      },
    }),
  )
