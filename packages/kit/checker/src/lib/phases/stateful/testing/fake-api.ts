import type { Json, JsonObject } from '../../../schema/json.ts'

/** A request as a handler sees it. */
export interface FakeRequest {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: JsonObject
}

/** An answer of a handler. */
export interface FakeReply {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Handlers by method and path template: `GET /pets/{id}`. */
export type FakeRoutes = Readonly<Record<string, (request: FakeRequest) => FakeReply>>

/** An API in memory: looks for the handler and calls it; 404 where there is none. */
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
