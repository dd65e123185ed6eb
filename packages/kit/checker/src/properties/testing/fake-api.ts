import type { Json, JsonObject } from '@contract-kit/json-schema/json'
import type { ApiDocument } from '@contract-kit/openapi'
import { answers, jsonContent, loadPaths } from '@contract-kit/openapi/testing'

/** A request as a handler sees it. */
interface FakeRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: JsonObject
}

/** A response of a handler. */
export interface FakeReply {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Handlers by method and path template: `GET /pets/{id}`. */
export type FakeRoutes = Readonly<Record<string, (request: FakeRequest) => FakeReply>>

/** An in-memory API that dispatches to handlers; 404 if there is none. */
export const createFakeApi =
  (routes: FakeRoutes) =>
  (method: string, target: string, body: string | undefined): FakeReply => {
    const url = new URL(target, 'http://api.test')
    for (const [route, handle] of Object.entries(routes)) {
      const [verb = '', template = ''] = route.split(' ')
      const path = verb === method ? match(template, url.pathname) : undefined
      if (path !== undefined) return handle({ path, query: url.searchParams, body: parse(body) })
    }
    return { status: 404 }
  }

const parse = (body: string | undefined): JsonObject =>
  body === undefined || body === '' ? {} : (JSON.parse(body) as JsonObject)

const match = (template: string, pathname: string): Record<string, string> | undefined => {
  const wanted = template.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '')
    if (part.startsWith('{')) found[part.slice(1, -1)] = value
    else if (part !== value) return undefined
  }
  return found
}

/** Variations of an in-memory collection. */
interface KeepOptions {
  /** Property that holds the id; default `id`. */
  readonly key?: string
  /** The id of the n-th item, counted from one; default the number itself. */
  readonly idOf?: (count: number) => string | number
  /** A unique property: a second creation with the same value is a conflict. */
  readonly once?: string
  /** The response for one item. Default: unchanged. */
  readonly wrap?: (item: JsonObject) => Json
  /** The response for a list. Default: a bare array. */
  readonly list?: (items: readonly JsonObject[], query: URLSearchParams) => FakeReply
  /** The response for a creation. Default: 201 with the item and a `Location`. */
  readonly created?: (item: JsonObject, path: string) => FakeReply
}

/** Handlers of a correct collection with GET, POST, PUT, PATCH and DELETE. Children contain only items created under their own path. */
export const keepItems = (collection: string, options: KeepOptions = {}): FakeRoutes => {
  const { key = 'id', idOf = (count) => count, wrap = (item) => item, once = '' } = options
  const { list = (items) => ({ status: 200, body: [...items] }) } = options
  const { created = (item, path) => ({ status: 201, body: wrap(item), headers: { location: path } }) } =
    options
  const kept = new Map<string, JsonObject>()
  let count = 0
  const under = (path: Readonly<Record<string, string>>) =>
    collection.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => path[name] ?? '')
  const on = (
    path: Readonly<Record<string, string>>,
    then: (item: JsonObject, at: string) => FakeReply,
  ): FakeReply => {
    const at = `${under(path)}/${path['key'] ?? ''}`
    const item = kept.get(at)
    return item === undefined ? { status: 404 } : then(item, at)
  }
  const change = (at: string, item: JsonObject): FakeReply => {
    kept.set(at, item)
    return { status: 200, body: wrap(item) }
  }
  return {
    [`GET ${collection}`]: ({ path, query }) =>
      list(
        [...kept].filter(([at]) => at.slice(0, at.lastIndexOf('/')) === under(path)).map(([, item]) => item),
        query,
      ),
    [`POST ${collection}`]: ({ path, body }) => {
      if (isRefused(body)) return { status: 400 }
      const value = body[once] ?? null
      if (value !== null && [...kept.values()].some((item) => item[once] === value)) return { status: 409 }
      count += 1
      const item = { [key]: idOf(count), ...body }
      const at = `${under(path)}/${idOf(count)}`
      kept.set(at, item)
      return created(item, at)
    },
    [`GET ${collection}/{key}`]: ({ path }) => on(path, (item) => ({ status: 200, body: wrap(item) })),
    [`PUT ${collection}/{key}`]: ({ path, body }) =>
      on(path, (item, at) =>
        isRefused(body) ? { status: 400 } : change(at, { [key]: item[key] ?? null, ...body }),
      ),
    [`PATCH ${collection}/{key}`]: ({ path, body }) =>
      on(path, (item, at) => (isRefused(body) ? { status: 400 } : change(at, { ...item, ...body }))),
    [`DELETE ${collection}/{key}`]: ({ path }) =>
      on(path, (_item, at) => ({ status: kept.delete(at) ? 204 : 404 })),
  }
}

/** Whether a body contains a property that is not a plain value, as in the broken requests of these tests. */
const isRefused = (body: JsonObject): boolean =>
  Object.values(body).some((value) => typeof value === 'object')

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

const body = (schema: Parameters<typeof jsonContent>[0]) => ({ required: true, ...jsonContent(schema) })

/** A collection of pets with all operations. */
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
