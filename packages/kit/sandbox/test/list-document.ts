import type { OpenApiDocument } from '@contract-kit/express'
import { body, empty, errors, json, ref } from './small-documents.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** The parts of a document with one list that a test is about. */
export interface ListParts {
  /** Properties of a pet beside `id` and `name`. */
  readonly properties?: JsonObject
  readonly id?: JsonObject
  /** Query parameters of `GET /pets`, by name; a schema, or with `schema` the whole parameter. */
  readonly query?: JsonObject
  /** Properties of the response of `GET /pets` beside its `items`; without them, the response is an array. */
  readonly envelope?: JsonObject
  readonly required?: readonly string[]
  readonly headers?: JsonObject
  readonly description?: string
  readonly paths?: JsonObject
  readonly schemas?: JsonObject
  readonly maxItems?: number
}

/** Reference to the schema of a pet. */
export const petReference = ref('Pet')

/** A successful response with a schema. */
export const responds = (schema: JsonObject, status = 200): JsonObject => ({
  [status]: json(schema),
  ...errors('default'),
})

/** A JSON request body with a schema. */
export const takes = (schema: JsonObject): JsonObject => body(schema)

/** A document with `POST /pets`, `GET /pets`, `GET /pets/{petId}` and `DELETE /pets/{petId}`. */
export function listDocument(parts: ListParts = {}): OpenApiDocument {
  const {
    id = { type: 'string', format: 'uuid' },
    query = {},
    envelope,
    headers,
    description,
    maxItems,
  } = parts
  const items = { type: 'array', items: petReference, ...(maxItems !== undefined && { maxItems }) }
  const page = {
    type: 'object',
    required: ['items', ...(parts.required ?? [])],
    properties: { items, ...envelope },
  }
  const idParameter = { name: 'petId', in: 'path', required: true, schema: id }
  const parameters = Object.entries(query).map(([name, value]) => ({
    name,
    in: 'query',
    ...(Object.hasOwn(value as object, 'schema') ? (value as object) : { schema: value }),
  }))
  return {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: {
      '/pets': {
        post: {
          operationId: 'createPet',
          requestBody: takes(petReference),
          responses: responds(petReference, 201),
        },
        get: {
          operationId: 'listPets',
          ...(description !== undefined && { description }),
          parameters,
          responses: {
            200: { ...json(envelope ? page : items), ...(headers && { headers }) },
            ...errors(400),
          },
        },
      },
      '/pets/{petId}': {
        parameters: [idParameter],
        get: { operationId: 'readPet', responses: responds(petReference) },
        delete: { operationId: 'deletePet', ...empty('default') },
      },
      ...parts.paths,
    },
    components: {
      schemas: {
        ...parts.schemas,
        Pet: {
          type: 'object',
          required: ['id', 'name'],
          properties: { id: { ...id, readOnly: true }, name: { type: 'string' }, ...parts.properties },
        },
      },
    },
  }
}

/** An item of these documents. */
export interface Pet {
  readonly id: string
  readonly name: string
}

/** The names of the pets in a response, whatever its envelope. */
export function namesIn(received: unknown): readonly string[] {
  const items = Array.isArray(received)
    ? received
    : (received as { readonly items: readonly unknown[] }).items
  return (items as readonly Pet[]).map(({ name }) => name)
}
