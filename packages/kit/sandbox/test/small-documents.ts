import type { OpenApiDocument } from '@contract-kit/express'

/** A schema, a response or any other part of a document. */
export type Part = Readonly<Record<string, unknown>>

/** A document with these paths and schemas, and one error response. */
export const documentOf = (paths: Part, schemas: Part = {}): OpenApiDocument => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths,
  components: { schemas },
})

const problem = { 'application/problem+json': { schema: { type: 'object' } } }

/** Error responses by their statuses. */
export const errors = (...statuses: readonly (number | string)[]): Part =>
  Object.fromEntries(
    statuses.map((status) => [status, { description: `Refused with ${status}.`, content: problem }]),
  )

/** A JSON body or response of a schema. */
export const json = (schema: Part, description = 'Done.'): Part => ({
  description,
  content: { 'application/json': { schema } },
})

/** A required JSON body of a request. */
export const body = (schema: Part, mediaType = 'application/json'): Part => ({
  required: true,
  content: { [mediaType]: { schema } },
})

/** A reference to a schema of the document. */
export const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` })

/** A required path parameter. */
export const inPath = (name: string, schema: Part = { type: 'string' }): Part => ({
  name,
  in: 'path',
  required: true,
  schema,
})

/** An object schema with these properties. */
export const object = (properties: Part, required: readonly string[] = []): Part => ({
  type: 'object',
  required,
  properties,
})

export const text = { type: 'string' }
export const integer = { type: 'integer' }
export const arrayOf = (items: Part): Part => ({ type: 'array', items })

/** An operation that responds with 200 and JSON of a schema, or refuses. */
export const shows = (schema: Part, ...refusals: readonly (number | string)[]): Part => ({
  responses: { 200: json(schema), ...errors(...refusals) },
})

/** An operation that responds with 204, or refuses. */
export const empty = (...refusals: readonly (number | string)[]): Part => ({
  responses: { 204: { description: 'Done.' }, ...errors(...refusals) },
})

/** An operation that needs a JSON body. */
export const takes = (schema: Part, operation: Part): Part => ({ requestBody: body(schema), ...operation })

/** `POST` to a collection and `GET` of its items at a path such as `/things/{id}`, with more operations of both. */
export function collection(
  path: string,
  item: Part,
  { sent = item, id = integer, more = {}, moreOfItem = {} }: Readonly<Record<string, Part>> = {},
): Part {
  const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => inPath(name, id))
  const create = takes(sent, { responses: { 201: json(item), ...errors('4XX') } })
  return {
    [path.slice(0, path.lastIndexOf('/'))]: { parameters: parameters.slice(0, -1), post: create, ...more },
    [path]: { parameters, get: shows(item, 404), ...moreOfItem },
  }
}
