import type { Json } from '@contract-kit/json-schema/json'

/** How a server says that a property is wrong: its status, media type and body. */
export type Spelling = (field: string, problem: 'missing' | 'wrong') => Response

const quoting: Spelling = (field) =>
  Response.json({ error: `Key '${field}' not present or not a String` }, { status: 422 })

/** The errors of well-known servers and frameworks, by name. */
export const spellings: Readonly<Record<string, Spelling>> = {
  'a sentence that quotes the name': quoting,
  'a text alone': (field, problem) => new Response(`${field} is ${problem}`, { status: 400 }),
  'problem details with pointers': (field, problem) =>
    Response.json(
      {
        title: 'Your request is not valid.',
        errors: [{ detail: `is ${problem}`, pointer: `#/${field}` }],
      },
      { status: 422, headers: { 'content-type': 'application/problem+json' } },
    ),
  'a field of an error': (field, problem) =>
    Response.json({ errors: [{ field, code: problem }] }, { status: 400 }),
  'a location in parts': (field, problem) =>
    Response.json({ detail: [{ loc: ['body', field], msg: `Value ${problem}` }] }, { status: 422 }),
  'a map of names': (field, problem) =>
    Response.json({ errors: { [field]: [`was ${problem}`] } }, { status: 422 }),
  'words for a name in camel case': (field, problem) =>
    Response.json(
      { message: `The ${field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} is ${problem}.` },
      { status: 400 },
    ),
}

/** Rules that the server keeps and its document does not state. */
export interface ZoneRules {
  readonly spelling?: Spelling
  /** The optional properties that it requires; default: `zoneKind`. */
  readonly required?: readonly string[]
  /** The ending that a name must have; default: any. */
  readonly ending?: string
  /** A zone without the properties above is fine if it has a note. */
  readonly acceptsNotes?: boolean
}

const content = (schema: object): object => ({ 'application/json': { schema } })
const zone = { $ref: '#/components/schemas/Zone' }
const id = { name: 'zoneId', in: 'path', required: true, schema: { type: 'string' } }
const rejected = { description: 'Rejected.' }

/** Zones with records. Everything about a zone is optional, as in documents that describe one schema for all uses. */
export const zoneDocument = {
  openapi: '3.1.0',
  info: { title: 'Zones', version: '1' },
  paths: {
    '/zones': {
      post: {
        operationId: 'createZone',
        requestBody: { required: true, content: content(zone) },
        responses: {
          201: { description: 'Created.', content: content(zone) },
          400: rejected,
          409: rejected,
          422: rejected,
        },
      },
    },
    '/zones/{zoneId}': {
      parameters: [id],
      get: {
        operationId: 'getZone',
        responses: { 200: { description: 'A zone.', content: content(zone) }, 404: rejected },
      },
      delete: {
        operationId: 'deleteZone',
        responses: { 204: { description: 'Deleted.' }, 404: rejected },
      },
    },
    '/flush': {
      put: {
        operationId: 'flush',
        parameters: [{ name: 'domain', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Flushed.' }, 422: rejected },
      },
    },
  },
  components: {
    schemas: {
      Zone: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string', maxLength: 60 },
          zoneKind: { type: 'string', enum: ['Native', 'Master'] },
          note: { type: 'string', maxLength: 20 },
        },
      },
    },
  },
}

/** A request that the server got, with the status of its response. */
interface Seen {
  readonly method: string
  readonly path: string
  readonly body: Json | undefined
  readonly status: number
}

const LIMITS = { name: 60, note: 20 }

const isTextWithin = (value: Json, limit: number): boolean =>
  typeof value === 'string' && Array.from(value).length <= limit

/** A server of zones in this process, and the requests that it got. */
export const createZoneApi = ({
  spelling = quoting,
  required = ['zoneKind'],
  ending = '',
  acceptsNotes = false,
}: ZoneRules = {}) => {
  const seen: Seen[] = []
  let count = 0
  const zones = new Map<string, Record<string, Json>>()
  const create = (body: Json): Response => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return spelling('body', 'wrong')
    const sent = body as Record<string, Json>
    const missing = required.find((name) => typeof sent[name] !== 'string')
    if (missing !== undefined && !(acceptsNotes && typeof sent['note'] === 'string'))
      return spelling(missing, 'missing')
    const wrong = Object.entries(LIMITS).find(([field, limit]) => {
      const value = sent[field]
      return value !== undefined && !isTextWithin(value, limit)
    })?.[0]
    if (wrong !== undefined) return spelling(wrong, 'wrong')
    const { zoneKind } = sent
    const name = typeof sent['name'] === 'string' ? sent['name'] : `unnamed${ending}`
    if (zoneKind !== undefined && zoneKind !== 'Native' && zoneKind !== 'Master')
      return spelling('zoneKind', 'wrong')
    if (!name.endsWith(ending))
      return Response.json({ error: `DNS Name '${name}' is not canonical` }, { status: 422 })
    count += 1
    const made = { ...sent, id: `z${count}` }
    zones.set(made.id, made)
    return Response.json(made, { status: 201 })
  }
  const answer = (method: string, url: URL, body: Json | undefined): Response => {
    const zoneId = /^\/zones\/([^/]+)$/.exec(url.pathname)?.[1]
    if (url.pathname === '/zones')
      return method === 'POST'
        ? create(body ?? null)
        : new Response(null, { status: 405, headers: { allow: 'POST' } })
    if (url.pathname === '/flush') {
      if (method !== 'PUT') return new Response(null, { status: 405, headers: { allow: 'PUT' } })
      const domain = url.searchParams.get('domain')
      if (domain === null) return new Response(null, { status: 422 })
      return domain.endsWith(ending)
        ? new Response(null, { status: 204 })
        : Response.json({ error: `DNS Name '${domain}' is not canonical` }, { status: 422 })
    }
    if (zoneId === undefined) return new Response(null, { status: 404 })
    if (!['GET', 'HEAD', 'DELETE'].includes(method))
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD, DELETE' } })
    const found = zones.get(decodeURIComponent(zoneId))
    if (found === undefined) return new Response(null, { status: 404 })
    if (method === 'DELETE')
      return (void zones.delete(decodeURIComponent(zoneId)), new Response(null, { status: 204 }))
    return method === 'HEAD'
      ? new Response(null, { headers: { 'content-type': 'application/json' } })
      : Response.json(found)
  }
  const fetch = async (request: Request): Promise<Response> => {
    const text = await request.text()
    const url = new URL(request.url)
    let body: Json | undefined
    try {
      body = text === '' ? undefined : (JSON.parse(text) as Json)
    } catch {
      body = undefined
    }
    const response = answer(request.method, url, body)
    seen.push({ method: request.method, path: url.pathname, body, status: response.status })
    return response
  }
  return { fetch, seen, reset: () => zones.clear() }
}
