import type { Json, JsonObject } from '../../../schema/json.ts'
import type { FakeReply, FakeRoutes } from './fake-api.ts'

/** How a collection in memory behaves where APIs differ. */
export interface KeepOptions {
  /** Property that holds the id; default `id`. */
  readonly key?: string
  /** The id of the n-th item, counted from one; default the number itself. */
  readonly idOf?: (count: number) => string | number
  /** How one item is answered; default as it is. */
  readonly wrap?: (item: JsonObject) => Json
  /** How a list is answered; default a bare array. */
  readonly list?: (items: readonly JsonObject[], query: URLSearchParams) => FakeReply
  /** How creation is answered; default 201, the item and a `Location`. */
  readonly created?: (item: JsonObject, path: string) => FakeReply
}

/** Handlers of a correct collection with GET, POST, PUT, PATCH and DELETE; children see only what was made under their own path. */
export const keepItems = (collection: string, options: KeepOptions = {}): FakeRoutes => {
  const { key = 'id', idOf = (count) => count, wrap = (item) => item } = options
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

/** Whether a body has a property that is no plain value: what the broken requests of these tests have. */
const isRefused = (body: JsonObject): boolean =>
  Object.values(body).some((value) => typeof value === 'object')
