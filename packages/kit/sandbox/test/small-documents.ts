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
