import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { openPort, type OpenServer } from '../public-server.ts'

/*
 * A pet clinic with the default behavior of Spring MVC, Jackson and Tomcat. Every mapping has HEAD and OPTIONS; the server returns 405 with
 * `Allow`, 415 and 406. Errors have timestamp, status, error and path. Unknown properties are ignored, texts become numbers, numbers become
 * texts, and null is absent.
 */

export const springDocument = fileURLToPath(new URL('openapi.yaml', import.meta.url))

type Values = Record<string, unknown>

interface Reply {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** ResponseStatusException, and what Spring's own exceptions become. */
class StatusError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, headers: Readonly<Record<string, string>> = {}) {
    super(String(status))
    this.status = status
    this.headers = headers
  }
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
}

type Scalar = (value: unknown) => unknown

const refuse = (): never => {
  throw new StatusError(400)
}

/** A String of Jackson takes every scalar. */
const text: Scalar = (value) => {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? refuse() : JSON.stringify(value)
}
/** An Integer of Jackson takes texts and cuts fractions. */
const int: Scalar = (value) => {
  if (typeof value === 'string' && value.trim() === '') return null
  const read = typeof value === 'number' ? Math.trunc(value) : /^\s*[+-]?\d+\s*$/.test(String(value)) ? Number(value) : NaN // prettier-ignore
  if (typeof value === 'boolean' || !(Math.abs(read) < 2 ** 31)) return refuse()
  return read
}
/** A Boolean of Jackson takes texts, and numbers as C does. */
const bool: Scalar = (value) => {
  if (typeof value === 'boolean') return value
  if (Number.isInteger(value)) return value !== 0
  if (value === '') return null
  return value === 'true' || value === 'True'
    ? true
    : value === 'false' || value === 'False'
      ? false
      : refuse()
}
/** A LocalDate; a number of days since 1970, too. */
const date: Scalar = (value) => {
  if (Number.isInteger(value)) return new Date(Number(value) * 86_400_000).toISOString().slice(0, 10)
  if (value === '') return null
  const parsed = /^\d{4}-\d{2}-\d{2}$/.test(String(value))
    ? new Date(`${String(value)}T00:00:00Z`)
    : undefined
  return parsed !== undefined &&
    !Number.isNaN(parsed.getTime()) &&
    parsed.toISOString().startsWith(String(value))
    ? value
    : refuse()
}
const KINDS = ['CHECKUP', 'VACCINATION', 'SURGERY']
/** An enum, by its name or its ordinal number. */
const kind: Scalar = (value) =>
  KINDS.includes(String(value)) ? value : (KINDS[/^\d$/.test(String(value)) ? Number(value) : -1] ?? refuse())

interface Bean {
  readonly [field: string]: { readonly read: Scalar; readonly isValid?: (value: never) => boolean }
}

const name = {
  read: text,
  isValid: (value: string | null) => value !== null && value.trim() !== '' && value.length <= 30,
}
const OWNER: Bean = {
  firstName: name,
  lastName: name,
  age: { read: int, isValid: (value: number | null) => value === null || (value >= 0 && value <= 150) },
  telephone: { read: text, isValid: (value: string | null) => value === null || /^\d{10}$/.test(value) },
  newsletter: { read: bool },
}
const VISIT: Bean = {
  date: { read: date, isValid: (value: string | null) => value !== null },
  kind: { read: kind },
  description: { read: text, isValid: (value: string | null) => value === null || value.length <= 255 },
}

const readBean = (bean: Bean, content: Buffer): Values => {
  let given: unknown
  try {
    given = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch {
    return refuse()
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse()
  const values = given as Values
  const read = Object.entries(bean).map(([field, { read: scalar }]) => {
    const value = Object.hasOwn(values, field) ? values[field] : null
    return [field, value === null ? null : scalar(value)] as const
  })
  if (read.some(([field, value]) => bean[field]?.isValid?.(value as never) === false)) return refuse()
  // spring.jackson.default-property-inclusion=non_null
  return Object.fromEntries(read.filter(([, value]) => value !== null))
}

const readInt = (value: string): number =>
  /^[+-]?\d+$/.test(value) && Math.abs(Number(value)) < 2 ** 31 ? Number(value) : refuse()

interface Mapping {
  readonly method: string
  readonly path: RegExp
  readonly body?: Bean
  readonly handle: (input: { id: number; query: URLSearchParams; body: Values }) => Reply
}

const createMappings = (): readonly Mapping[] => {
  const owners = new Map<number, Values>()
  const visits = new Map<number, Values[]>()
  let next = 1
  const find = (id: number): Values => {
    const owner = owners.get(id)
    if (owner === undefined) throw new StatusError(404)
    return owner
  }
  const all = /^\/owners$/
  const one = /^\/owners\/([^/]+)$/
  const below = /^\/owners\/([^/]+)\/visits$/
  return [
    {
      method: 'GET',
      path: all,
      handle: ({ query }) => {
        const lastName = query.get('lastName')
        const page = readInt(query.get('page') ?? '0')
        // PageRequest.of throws IllegalArgumentException: "Page index must not be less than zero".
        if (page < 0) throw new Error('Page index must not be less than zero')
        const found = [...owners.values()].filter(
          (owner) => lastName === null || owner['lastName'] === lastName,
        )
        return { status: 200, body: found.slice(page * 20, page * 20 + 20) }
      },
    },
    {
      method: 'POST',
      path: all,
      body: OWNER,
      handle: ({ body }) => {
        const owner = { id: next, ...body }
        owners.set(next, owner)
        next += 1
        return { status: 201, body: owner }
      },
    },
    { method: 'GET', path: one, handle: ({ id }) => ({ status: 200, body: find(id) }) },
    {
      method: 'PUT',
      path: one,
      body: OWNER,
      handle: ({ id, body }) => {
        find(id)
        owners.set(id, { id, ...body })
        return { status: 200, body: find(id) }
      },
    },
    {
      method: 'DELETE',
      path: one,
      handle: ({ id }) => {
        find(id)
        owners.delete(id)
        return { status: 204 }
      },
    },
    {
      // findByOwnerId, which does not ask whether there is such an owner.
      method: 'GET',
      path: below,
      handle: ({ id }) => ({ status: 200, body: visits.get(id) ?? [] }),
    },
    {
      method: 'POST',
      path: below,
      body: VISIT,
      handle: ({ id, body }) => {
        find(id)
        const visit = { id: next, ...body }
        next += 1
        visits.set(id, [...(visits.get(id) ?? []), visit])
        return { status: 200, body: visit }
      },
    },
  ]
}

const JSON_TYPES =
  /(^|,)\s*(\*\/\*|application\/(\*|json|\*\+json))\s*(;(?!\s*q=0(\.0*)?\s*(,|$))[^,]*)?(,|$)/i

const answer = (mappings: readonly Mapping[], incoming: IncomingMessage, content: Buffer): Reply => {
  const { pathname, searchParams: query } = new URL(incoming.url ?? '/', 'http://localhost')
  const fitting = mappings.filter(({ path }) => path.test(pathname))
  if (fitting.length === 0) throw new StatusError(404)
  const methods = fitting.map(({ method }) => method)
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(',')
  if (incoming.method === 'OPTIONS') return { status: 200, headers: { allow } }
  const wanted = incoming.method === 'HEAD' ? 'GET' : incoming.method
  const mapping = fitting.find(({ method }) => method === wanted)
  if (mapping === undefined) throw new StatusError(405, { allow: allow.replace(',OPTIONS', '') })
  const { accept = '*/*', 'content-type': contentType } = incoming.headers
  if (mapping.body !== undefined && !/^application\/([\w.-]+\+)?json\b/i.test(contentType ?? ''))
    throw new StatusError(415, { accept: 'application/json, application/*+json' })
  const segment = mapping.path.exec(pathname)?.[1]
  const id = segment === undefined ? 0 : readInt(decodeURIComponent(segment))
  const body = mapping.body === undefined ? {} : readBean(mapping.body, content)
  const reply = mapping.handle({ id, query, body })
  if (reply.body !== undefined && !JSON_TYPES.test(accept)) throw new StatusError(406)
  return reply
}

const settle = (path: string, make: () => Reply): Reply => {
  try {
    return make()
  } catch (error) {
    const { status, headers } = error instanceof StatusError ? error : { status: 500, headers: {} }
    return {
      status,
      headers,
      body: { timestamp: '2026-01-01T00:00:00.000+00:00', status, error: REASONS[status], path },
    }
  }
}

export const openSpring = (): Promise<OpenServer> => {
  let mappings = createMappings()
  const answerTo = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const content = await buffer(incoming)
    const [path = ''] = (incoming.url ?? '').split('?')
    const { status, body, headers } = settle(path, () => answer(mappings, incoming, content))
    const sent = body === undefined ? '' : JSON.stringify(body)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    outgoing.writeHead(status, { ...type, ...headers })
    outgoing.end(incoming.method === 'HEAD' ? undefined : sent)
  }
  return openPort(
    (incoming, outgoing) => void answerTo(incoming, outgoing),
    () => {
      mappings = createMappings()
    },
  )
}
