import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openPort, type OpenServer } from '../public-server.ts'

/*
 * An application as in the tutorial of FastAPI, with the default behavior of Starlette and pydantic. Each route has one method, so HEAD is
 * 405 and `Allow` names only the method of a path's first route. A path with a wrong slash is redirected, and texts are parsed as numbers.
 */

export const fastapiDocument = fileURLToPath(new URL('openapi.yaml', import.meta.url))

interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** HTTPException of FastAPI. */
class HttpError extends Error {
  readonly status: number
  readonly detail: unknown
  constructor(status: number, detail: unknown) {
    super(String(detail))
    this.status = status
    this.detail = detail
  }
}

type Errors = { type: string; loc: (string | number)[]; msg: string; input: unknown }[]

/** Reads a value as pydantic does in lax mode; undefined if it is none. */
type Read = (value: unknown) => { readonly value: unknown } | undefined

const toNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : undefined
}
const number =
  (fits: (value: number) => boolean = () => true): Read =>
  (value) => {
    const read = toNumber(value)
    return read !== undefined && fits(read) ? { value: read } : undefined
  }
const integer = (least = -Infinity, most = Infinity): Read =>
  number((value) => Number.isInteger(value) && value >= least && value <= most)
const text =
  (least = 0, most = Infinity): Read =>
  (value) =>
    typeof value === 'string' && Array.from(value).length >= least && Array.from(value).length <= most
      ? { value }
      : undefined
const boolean: Read = (value) => {
  const word = typeof value === 'string' ? value.toLowerCase() : value
  if ([true, 1, '1', 'true', 't', 'yes', 'y', 'on'].includes(word as string)) return { value: true }
  return [false, 0, '0', 'false', 'f', 'no', 'n', 'off'].includes(word as string)
    ? { value: false }
    : undefined
}
const optional =
  (read: Read): Read =>
  (value) =>
    value === null ? { value } : read(value)
const list =
  (read: Read): Read =>
  (value) => {
    if (!Array.isArray(value)) return undefined
    const items = value.map(read)
    return items.every((item) => item !== undefined) ? { value: items.map((item) => item.value) } : undefined
  }
const email: Read = (value) =>
  typeof value === 'string' && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(value) ? { value } : undefined

/** Fields of a model; those with a default may be absent. */
type Model = Readonly<Record<string, { readonly read: Read; readonly default?: unknown }>>

const ITEM: Model = {
  name: { read: text(1, 40) },
  description: { read: optional(text(0, 300)), default: null },
  price: { read: number((value) => value > 0) },
  stock: { read: integer(0), default: 0 },
  is_offer: { read: boolean, default: false },
  tags: { read: list(text()), default: [] },
}
const USER: Model = { email: { read: email }, password: { read: text(8) } }
const ID: Model = { item_id: { read: integer() } }
const PAGE: Model = {
  skip: { read: integer(0), default: 0 },
  limit: { read: integer(1, 100), default: 10 },
  q: { read: text(0, 50), default: null },
}

type Values = Record<string, unknown>

const readModel = (model: Model, given: Values, place: string, errors: Errors): Values =>
  Object.fromEntries(
    Object.entries(model).map(([name, field]) => {
      const input = Object.hasOwn(given, name) ? given[name] : undefined
      if (input === undefined) {
        if ('default' in field) return [name, field.default]
        errors.push({ type: 'missing', loc: [place, name], msg: 'Field required', input: given })
        return [name, undefined]
      }
      const read = field.read(input)
      if (read === undefined) errors.push({ type: 'value_error', loc: [place, name], msg: 'Input should be valid', input }) // prettier-ignore
      return [name, read?.value]
    }),
  )

const readBody = (body: Buffer, contentType: string | undefined, model: Model, errors: Errors): Values => {
  const fail = (type: string, msg: string, input: unknown): Values => {
    errors.push({ type, loc: ['body'], msg, input })
    return {}
  }
  if (body.length === 0) return fail('missing', 'Field required', null)
  const isJson = contentType === undefined || /^application\/([\w.-]+\+)?json\b/i.test(contentType)
  if (!isJson) return fail('model_attributes_type', 'Input should be a valid dictionary', body.toString())
  try {
    const given: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return fail('model_attributes_type', 'Input should be a valid dictionary', given)
    return readModel(model, given as Values, 'body', errors)
  } catch (error) {
    if (error instanceof SyntaxError) return fail('json_invalid', 'JSON decode error', {})
    throw new HttpError(400, 'There was an error parsing the body')
  }
}

interface Route {
  readonly method: string
  readonly path: string
  readonly query?: Model
  readonly body?: Model
  readonly isSecured?: boolean
  readonly handle: (input: { path: Values; query: Values; body: Values }) => Reply
}

const createRoutes = (): readonly Route[] => {
  const items = new Map<number, Values>()
  const users: Values[] = []
  let next = 1
  const find = (id: unknown): Values => {
    const item = items.get(Number(id))
    if (item === undefined) throw new HttpError(404, 'Item not found')
    return item
  }
  return [
    {
      method: 'GET',
      path: '/items/',
      query: PAGE,
      handle: ({ query: { skip, limit, q } }) => {
        const found = [...items.values()].filter(
          ({ name }) => typeof q !== 'string' || String(name).includes(q),
        )
        return { status: 200, body: found.slice(Number(skip), Number(skip) + Number(limit)) }
      },
    },
    {
      method: 'POST',
      path: '/items/',
      body: ITEM,
      handle: ({ body }) => {
        const item = { ...body, id: next }
        items.set(next, item)
        next += 1
        return { status: 201, body: item }
      },
    },
    {
      method: 'GET',
      path: '/items/{item_id}',
      handle: ({ path }) => ({ status: 200, body: find(path['item_id']) }),
    },
    {
      method: 'PUT',
      path: '/items/{item_id}',
      body: ITEM,
      handle: ({ path: { item_id: id }, body }) => {
        const item = { ...find(id), ...body }
        items.set(Number(id), item)
        return { status: 200, body: item }
      },
    },
    {
      method: 'DELETE',
      path: '/items/{item_id}',
      handle: ({ path: { item_id: id } }) => {
        // del items[item_id]
        if (!items.delete(Number(id))) throw new Error('KeyError')
        return { status: 204 }
      },
    },
    {
      method: 'POST',
      path: '/users/',
      body: USER,
      handle: ({ body: { email: address } }) => {
        if (users.some((user) => user['email'] === address))
          throw new HttpError(400, 'Email already registered')
        const user = { id: users.length + 1, email: address, is_active: true }
        users.push(user)
        return { status: 200, body: user }
      },
    },
    {
      method: 'GET',
      path: '/users/me',
      isSecured: true,
      handle: () => ({ status: 200, body: { id: 0, email: 'me@example.com', is_active: true } }),
    },
    { method: 'GET', path: '/health', handle: () => ({ status: 200, body: { status: 'ok' } }) },
  ]
}

const matchPath = (template: string, path: string): Values | undefined => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const values = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)?.slice(1)
  return values && Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

const answer = (routes: readonly Route[], incoming: IncomingMessage, content: Buffer): Reply => {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
  const pathname = decode(url.pathname)
  const fitting = routes.flatMap((route) => {
    const path = matchPath(route.path, pathname)
    return path === undefined ? [] : [{ route, path }]
  })
  const [first] = fitting
  if (first === undefined) {
    const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`
    if (pathname === '/' || !routes.some(({ path }) => matchPath(path, other)))
      throw new HttpError(404, 'Not Found')
    url.pathname = other
    return { status: 307, headers: { location: url.href } }
  }
  const full = fitting.find(({ route }) => route.method === incoming.method)
  if (full === undefined)
    return { status: 405, body: { detail: 'Method Not Allowed' }, headers: { allow: first.route.method } }
  const { route } = full
  const { authorization, 'content-type': contentType } = incoming.headers
  if (route.isSecured === true) {
    if (!/^bearer ./i.test(authorization ?? '')) throw new HttpError(403, 'Not authenticated')
    if (authorization?.slice(7) !== 'fake-super-secret-token') throw new HttpError(401, 'Invalid token')
  }
  const errors: Errors = []
  const path = route.path.includes('{') ? readModel(ID, full.path, 'path', errors) : {}
  const query = readModel(route.query ?? {}, Object.fromEntries(url.searchParams), 'query', errors)
  const body = route.body === undefined ? {} : readBody(content, contentType, route.body, errors)
  if (errors.length > 0) throw new HttpError(422, errors)
  return route.handle({ path, query, body })
}

const decode = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const settle = (make: () => Reply): Reply => {
  try {
    return make()
  } catch (error) {
    if (error instanceof HttpError) return { status: error.status, body: { detail: error.detail } }
    return {
      status: 500,
      body: 'Internal Server Error',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    }
  }
}

export const openFastapi = (): Promise<OpenServer> => {
  let routes = createRoutes()
  const answerTo = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const content = await buffer(incoming)
    const { status, body, headers } = settle(() => answer(routes, incoming, content))
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    outgoing.writeHead(status, { ...type, ...headers })
    outgoing.end(typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body))
  }
  return openPort(
    (incoming, outgoing) => void answerTo(incoming, outgoing),
    () => {
      routes = createRoutes()
    },
  )
}
