import type { Json } from '@contract-kit/json-schema/json'
import type { Exchange } from '../src/core/exchange.ts'
import { createRig, type ExchangeDraft } from './create-exchange.ts'
import { jsonBody, jsonResponse } from './one-operation.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const pathParameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const query = (name: string, schema: object) => ({ name, in: 'query', schema })
const gone = { description: 'not found' }
const done = { description: 'done' }
const tagged = { headers: { ETag: { schema: { type: 'string' } } } }

/** A shop with pets, which have toys: one collection and one below it, with all that is done to them. */
const document = {
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 50, default: 3 }),
          query('offset', { type: 'integer', minimum: 0 }),
          query('kind', { type: 'string', enum: ['cat', 'dog', 'all'] }),
          query('name', { type: 'string' }),
          query('tags', { type: 'array', items: { type: 'string' } }),
          query('weight', { type: 'number' }),
          query('sold', { type: 'boolean' }),
          query('tag', { type: 'string' }),
          query('ownerId', { type: 'string' }),
          query('born_after', { type: 'string', format: 'date-time' }),
          query('maxPrice', { type: 'number' }),
          query('minWeight', { type: 'number' }),
          {
            ...query('traits', { type: 'array', items: ref('Trait') }),
            description: 'Pets with all of these traits.',
          },
          {
            ...query('born_before', { type: 'string', format: 'date-time' }),
            description: 'Pets born earlier than this.',
          },
          {
            ...query('filter', {
              type: 'object',
              properties: { kind: { enum: ['cat', 'dog'] }, tame: { type: 'boolean' } },
            }),
            style: 'deepObject',
          },
          { ...query('tame', { type: 'boolean' }), description: 'Includes the tame ones.' },
          {
            ...query('away', { type: 'boolean' }),
            description: 'Only those away; with `false`, only those at home.',
          },
          query('kinds', { type: 'array', items: { type: 'string', enum: ['cat', 'dog'] } }),
          {
            ...query('born', { type: 'object', properties: { from: { type: 'string', format: 'date' } } }),
            style: 'deepObject',
          },
        ],
        responses: {
          200: jsonResponse({
            type: 'object',
            properties: { items: { type: 'array', items: ref('Pet') }, limit: { type: 'integer' } },
          }),
        },
      },
      post: {
        operationId: 'createPet',
        requestBody: jsonBody(ref('PetInput')),
        responses: { 201: jsonResponse(ref('Pet')), 202: done, 422: gone },
      },
    },
    '/pets/search': {
      post: {
        operationId: 'searchPets',
        requestBody: jsonBody({
          type: 'object',
          properties: { kind: { enum: ['cat', 'dog'] }, limit: { type: 'integer' } },
        }),
        responses: { 200: jsonResponse({ type: 'array', items: ref('Pet') }) },
      },
    },
    '/pets/{petId}': {
      parameters: [pathParameter('petId', { type: 'string' })],
      get: { operationId: 'getPet', responses: { 200: jsonResponse(ref('Pet'), tagged), 404: gone } },
      put: {
        operationId: 'replacePet',
        requestBody: jsonBody(ref('PetInput')),
        responses: { 200: jsonResponse(ref('Pet')), 201: jsonResponse(ref('Pet')), 404: gone },
      },
      patch: {
        operationId: 'patchPet',
        requestBody: {
          content: {
            'application/merge-patch+json': { schema: ref('PetPatch') },
            'application/json-patch+json': { schema: {} },
          },
        },
        responses: { 200: jsonResponse(ref('Pet')), 404: gone },
      },
      delete: { operationId: 'deletePet', responses: { 202: done, 204: done, 404: gone } },
    },
    '/pets/{petId}/sell': {
      parameters: [pathParameter('petId', { type: 'string' })],
      post: {
        operationId: 'sellPet',
        requestBody: jsonBody({
          type: 'object',
          properties: { reason: ref('Reason'), price: { type: 'number', default: 5 } },
        }),
        responses: {
          200: jsonResponse({
            type: 'object',
            properties: {
              data: { type: 'object', properties: { reason: ref('Reason'), price: { type: 'number' } } },
            },
          }),
        },
      },
    },
    '/pets/{petId}/toys': {
      parameters: [pathParameter('petId', { type: 'string' })],
      get: {
        operationId: 'listToys',
        responses: { 200: jsonResponse({ type: 'array', items: ref('Toy') }), 404: gone },
      },
      post: {
        operationId: 'createToy',
        requestBody: jsonBody(ref('Toy')),
        responses: { 201: jsonResponse(ref('Toy')) },
      },
    },
    '/pets/{petId}/marks': {
      parameters: [pathParameter('petId', { type: 'string' })],
      get: {
        operationId: 'listMarks',
        responses: { 200: jsonResponse({ type: 'array', items: { type: 'string' } }) },
      },
    },
    '/pets/{petId}/toys/{toyId}': {
      parameters: [pathParameter('petId', { type: 'string' }), pathParameter('toyId', { type: 'integer' })],
      get: { operationId: 'getToy', responses: { 200: jsonResponse(ref('Toy')), 404: gone } },
    },
  },
  components: {
    schemas: {
      PetInput: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
          nick: { type: 'string' },
          born: { type: 'string', format: 'date-time' },
          weight: { type: 'number' },
          tame: { type: 'boolean' },
          vet: { type: 'string', default: 'Dr. Who' },
          tags: { type: 'array', items: { type: 'string' } },
          traits: { type: 'array', items: ref('Trait') },
          home: {
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string', default: 'Oslo' } },
          },
          status: { type: 'string' },
          mood: { type: 'string', enum: ['active', 'inactive'] },
          pin: { type: 'string', writeOnly: true },
        },
      },
      PetPatch: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          nick: { type: ['string', 'null'] },
          weight: { type: 'number' },
          tame: { type: 'boolean' },
          tags: {},
          home: {},
          vet: { type: 'string', default: 'Dr. Who' },
        },
      },
      Pet: {
        allOf: [
          ref('PetInput'),
          {
            type: 'object',
            properties: {
              id: { type: 'string', readOnly: true },
              updatedAt: { type: 'string' },
              version: { type: 'integer' },
              sold: { type: 'boolean' },
            },
          },
        ],
      },
      Trait: { type: 'string' },
      Reason: { type: 'string', enum: ['moved', 'present'], default: 'present' },
      Toy: {
        type: 'object',
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          size: { type: 'integer' },
        },
      },
    },
  },
}

/** Makes exchanges with the shop. */
export const petShop = await createRig(document)

/** The shop, for tables of checks. */
export const shop = (draft: Partial<ExchangeDraft>): Exchange => petShop({ status: 200, ...draft })

/** The exchanges of a scenario, each with those before it as its history; what each draft leaves out is ordinary. */
export const play = (...drafts: ExchangeDraft[]): readonly Exchange[] =>
  drafts.reduce<readonly Exchange[]>((history, draft) => [...history, petShop({ ...draft, history })], [])

/** The last exchange of a scenario. */
export const lastOf = (...drafts: ExchangeDraft[]): Exchange => {
  const last = play(...drafts).at(-1)
  if (last === undefined) throw new Error('A scenario has at least one step.')
  return last
}

const boundTo = { 'path.petId': 'createPet $response.body#/id' }

/** The usual exchanges, by name; each takes what is special about it. */
export const pets = {
  create: (more: Partial<ExchangeDraft> = {}): ExchangeDraft => ({
    operation: 'createPet',
    body: { name: 'Rex' },
    status: 201,
    json: { id: 'p1', name: 'Rex' },
    ...more,
  }),
  createSecond: (more: Partial<ExchangeDraft> = {}): ExchangeDraft =>
    pets.create({ body: { name: 'Ada' }, json: { id: 'p2', name: 'Ada' }, ...more }),
  read: (json: Json, more: Partial<ExchangeDraft> = {}): ExchangeDraft =>
    ofPet('getPet', 200, { json, ...more }),
  missing: (more: Partial<ExchangeDraft> = {}): ExchangeDraft => ofPet('getPet', 404, more),
  put: (body: Json, more: Partial<ExchangeDraft> = {}): ExchangeDraft =>
    ofPet('replacePet', 200, { body, json: { id: 'p1', ...(body as object) }, ...more }),
  patch: (body: Json, more: Partial<ExchangeDraft> = {}): ExchangeDraft =>
    ofPet('patchPet', 200, { body, json: {}, ...more }),
  remove: (more: Partial<ExchangeDraft> = {}): ExchangeDraft => ofPet('deletePet', 204, more),
  list: (items: readonly object[], more: Partial<ExchangeDraft> = {}): ExchangeDraft => ({
    operation: 'listPets',
    status: 200,
    json: { items },
    ...more,
  }),
}

/** An exchange about the pet that was created. */
const ofPet = (operation: string, status: number, more: Partial<ExchangeDraft>): ExchangeDraft => ({
  operation,
  path: { petId: 'p1' },
  boundTo,
  status,
  ...more,
})
