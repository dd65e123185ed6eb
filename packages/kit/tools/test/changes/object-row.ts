import type { Impact } from '../../src/changes/change.ts'
import type { Json, JsonObject } from '../../src/documents/json.ts'

export type ObjectChange = 'added' | 'removed' | 'changed'

/** A field of an object of OpenAPI 3.2, with two of its values. */
export interface ObjectRow {
  readonly object: string
  readonly field: string
  /** The document around the object, given the object's fields. */
  readonly around: (fields: JsonObject) => JsonObject
  /** The other fields of the object. */
  readonly beside: JsonObject
  readonly values: readonly [Json, Json?]
  /** The rating of each change. A required field can only be changed. */
  readonly expected: Partial<Readonly<Record<ObjectChange, Impact>>>
}

/** Returns the documents before and after each possible change. */
export function rowDocuments(
  row: ObjectRow,
): readonly (readonly [ObjectChange, before: JsonObject, after: JsonObject])[] {
  const [first, second] = row.values
  const without = row.around(row.beside)
  const withFirst = row.around({ ...row.beside, [row.field]: first })
  const possible: readonly (readonly [ObjectChange, JsonObject, JsonObject])[] = [
    ['added', without, withFirst],
    ['removed', withFirst, without],
    ['changed', withFirst, row.around({ ...row.beside, [row.field]: second ?? first })],
  ]
  return possible.filter(([change]) => row.expected[change] !== undefined)
}

export const ok: JsonObject = { 200: { description: 'OK' } }
export const text: JsonObject = { type: 'string' }
export const list: JsonObject = { type: 'array', items: text }
export const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } })

export const root = (fields: JsonObject): JsonObject => ({
  openapi: '3.2.0',
  info: { title: 'Matrix', version: '1.0.0' },
  paths: { '/a': { post: { responses: ok } } },
  ...fields,
})
export const operation = (fields: JsonObject): JsonObject => root({ paths: { '/a': { post: fields } } })
export const response = (fields: JsonObject): JsonObject =>
  operation({ responses: { 200: { description: 'OK', ...fields } } })
export const parameter = (fields: JsonObject): JsonObject =>
  operation({ responses: ok, parameters: [{ name: 'x', in: 'query', ...fields }] })
export const sentMedia = (fields: JsonObject): JsonObject =>
  operation({ responses: ok, requestBody: { content: { 'multipart/form-data': fields } } })
export const scheme = (fields: JsonObject): JsonObject =>
  root({ security: [{ s: [] }], components: { securitySchemes: { s: fields } } })
export const flow = (fields: JsonObject): JsonObject =>
  scheme({ type: 'oauth2', flows: { authorizationCode: fields } })
export const server = (fields: JsonObject): JsonObject =>
  root({ servers: [{ url: 'https://{region}.example.com', ...fields }] })
export const variable = (fields: JsonObject): JsonObject => server({ variables: { region: fields } })

export const rated = (added: Impact, removed: Impact, changed?: Impact): ObjectRow['expected'] => ({
  added,
  removed,
  ...(changed !== undefined && { changed }),
})
export const all = (impact: Impact): ObjectRow['expected'] => rated(impact, impact, impact)

export type Fields = Readonly<
  Record<string, readonly [values: readonly [Json, Json?], expected: ObjectRow['expected']]>
>

export function rowsOf(
  object: string,
  around: ObjectRow['around'],
  beside: JsonObject,
  fields: Fields,
): readonly ObjectRow[] {
  return Object.entries(fields).map(([field, [values, expected]]) => {
    return { object, field, around, beside, values, expected }
  })
}

/** Returns rows for fields with the same values and ratings, and without other fields. */
export function rowsOfEach(
  object: string,
  around: ObjectRow['around'],
  fields: readonly string[],
  cell: Fields[string],
): readonly ObjectRow[] {
  return rowsOf(object, around, {}, Object.fromEntries(fields.map((field) => [field, cell])))
}

export const words = (
  ...values: readonly [Json, Json]
): readonly [readonly [Json, Json], ObjectRow['expected']] => [values, all('patch')]
export const documented = { description: words('a', 'b') }
export const summarized = { ...documented, summary: words('a', 'b') }
export const described = { url: 'https://a' }
