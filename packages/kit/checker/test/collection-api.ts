import { isObject, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { type Handlers, type Reply, serveDocument } from './serve-document.ts'

/** How a collection differs from one that keeps what it is sent, and lists all of it. */
export interface CollectionHabits {
  readonly input: Readonly<Record<string, object>>
  readonly required?: readonly string[]
  /** The stored part of a body; `held` is the current item if one is changed. */
  readonly keep?: (sent: JsonObject, held?: JsonObject) => JsonObject
  /** Query parameters of the list. */
  readonly query?: Readonly<Record<string, object>>
  readonly isListed?: (item: JsonObject, query: URLSearchParams) => boolean
  /** Instead of the response to a read or to the list. */
  readonly onRead?: (item: JsonObject) => Reply | undefined
  readonly headersOfList?: Readonly<Record<string, string>>
  /** Instead of a creation. */
  readonly onCreate?: (sent: JsonObject) => Reply | undefined
}

const content = (schema: object) => ({ content: { 'application/json': { schema } } })
const refused = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: 'Refused.' }]))

const sentBy = (json: Json): JsonObject => (isObject(json) ? json : {})

/** Document and correct server of things that can be made, listed, read, replaced, changed and deleted. */
export const createCollection = async (habits: CollectionHabits) => {
  const { input, required = [], query = {}, keep = (sent, held = {}) => ({ ...held, ...sent }) } = habits
  const body = { type: 'object', required, additionalProperties: false, properties: input }
  const thing = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', readOnly: true }, ...input },
  }
  const shown = (status: number) => ({ [status]: { description: 'It.', ...content(thing) } })
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: {
          operationId: 'list',
          parameters: Object.entries(query).map(([name, told]) => ({ name, in: 'query', ...told })),
          responses: {
            200: { description: 'All.', ...content({ type: 'array', items: thing }) },
            ...refused(400),
          },
        },
        post: {
          operationId: 'add',
          requestBody: { required: true, ...content(body) },
          responses: { ...shown(201), ...refused(400, 402, 422) },
        },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 9 } }],
        get: { operationId: 'read', responses: { ...shown(200), ...refused(400, 404, 410) } },
        put: {
          operationId: 'replace',
          requestBody: { required: true, ...content(body) },
          responses: { ...shown(200), ...refused(400, 404) },
        },
        patch: {
          operationId: 'change',
          requestBody: { required: true, ...content({ ...body, required: [] }) },
          responses: { ...shown(200), ...refused(400, 404) },
        },
        delete: {
          operationId: 'remove',
          responses: { 204: { description: 'Gone.' }, ...refused(400, 404) },
        },
      },
    },
  }
  const things = new Map<string, JsonObject>()
  let made = 0
  const put = (id: string, item: JsonObject, status: number): Reply => {
    things.set(id, { ...item, id })
    return { status, json: { ...item, id } }
  }
  const handlers: Handlers = {
    list: ({ query: asked }) => ({
      status: 200,
      json: [...things.values()].filter((item) => habits.isListed?.(item, asked) ?? true),
      headers: habits.headersOfList ?? {},
    }),
    add: ({ json }) => habits.onCreate?.(sentBy(json)) ?? put(`t${(made += 1)}`, keep(sentBy(json)), 201),
    read: ({ path: { id = '' } }) => {
      const item = things.get(id)
      if (item === undefined) return { status: 404 }
      return habits.onRead?.(item) ?? { status: 200, json: item }
    },
    replace: ({ path: { id = '' }, json }) =>
      things.has(id) ? put(id, keep(sentBy(json)), 200) : { status: 404 },
    change: ({ path: { id = '' }, json }) => {
      const item = things.get(id)
      return item === undefined ? { status: 404 } : put(id, keep(sentBy(json), item), 200)
    },
    remove: ({ path: { id = '' } }) => ({ status: things.delete(id) ? 204 : 404 }),
  }
  return { document, fetch: await serveDocument(document, handlers) }
}
