import { createServer, type ServerResponse } from 'node:http'
import { listen, type Listening } from '@contract-kit/openapi/testing'

/** The faults that the API may have: return a number for a title, keep deleted memos, take a title of any length, or not respond. */
export type MemoFault = 'title-is-a-number' | 'deleted-stays' | 'long-titles' | 'list-hangs'

/** A small API in memory. */
export interface MemoApi {
  readonly fetch: (request: Request) => Promise<Response>
  readonly reset: () => void
  readonly listen: () => Promise<Listening>
}

/** The credentials it takes. */
export const memoKey = 'k-0123456789'

const error = { description: 'Refused.' }
const ref = { $ref: '#/components/schemas/Memo' }
const content = (schema: object) => ({ 'application/json': { schema } })

/** The state of the correct API. */
export const memoDocument = {
  openapi: '3.1.0',
  info: { title: 'Memos', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/memos': {
      get: {
        operationId: 'listMemos',
        responses: {
          200: { description: 'All.', content: content({ type: 'array', items: ref }) },
          401: error,
        },
      },
      post: {
        operationId: 'createMemo',
        requestBody: { required: true, content: content({ $ref: '#/components/schemas/MemoInput' }) },
        responses: {
          201: { description: 'Made.', content: content(ref) },
          400: error,
          401: error,
          415: error,
        },
      },
    },
    '/memos/{memoId}': {
      parameters: [
        { name: 'memoId', in: 'path', required: true, schema: { type: 'string', pattern: '^m[0-9]{1,6}$' } },
      ],
      get: {
        operationId: 'getMemo',
        responses: { 200: { description: 'One.', content: content(ref) }, 401: error, 404: error },
      },
      delete: {
        operationId: 'deleteMemo',
        responses: { 204: { description: 'Gone.' }, 401: error, 404: error },
      },
    },
  },
  components: {
    schemas: {
      MemoInput: {
        type: 'object',
        additionalProperties: false,
        required: ['title'],
        properties: { title: { type: 'string', minLength: 1, maxLength: 12 } },
      },
      Memo: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: { type: 'string' }, title: { type: 'string' } },
      },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
  },
} as const

/** Opens the API, correct or with one fault. */
export const createMemoApi = (fault?: MemoFault): MemoApi => {
  const memos = new Map<string, string>()
  let created = 0
  const answer = async (request: Request): Promise<Response> => {
    const response = await route(request)
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
  const route = async (request: Request): Promise<Response> => {
    const [, collection, id, ...rest] = new URL(request.url).pathname.split('/')
    if (collection !== 'memos' || rest.length > 0) return new Response(null, { status: 404 })
    const allowed = id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'DELETE']
    const allow = { allow: allowed.join(', ') }
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: allow })
    if (!allowed.includes(request.method)) return new Response(null, { status: 405, headers: allow })
    if (request.headers.get('x-key') !== memoKey)
      return new Response(null, { status: 401, headers: { 'www-authenticate': 'Key' } })
    if (id === undefined) return request.method === 'POST' ? create(request) : list()
    return request.method === 'DELETE' ? remove(id) : read(id)
  }
  const show = (id: string, title: string) => ({
    id,
    title: fault === 'title-is-a-number' ? title.length : title,
  })
  const list = (): Promise<Response> | Response =>
    fault === 'list-hangs'
      ? new Promise(() => undefined)
      : Response.json([...memos].map(([id, title]) => show(id, title)))
  const create = async (request: Request): Promise<Response> => {
    if (!/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
      return new Response(null, { status: 415 })
    const title = titleOf(await request.text(), fault === 'long-titles' ? Infinity : 12)
    if (title === undefined) return new Response(null, { status: 400 })
    const id = `m${(created += 1)}`
    memos.set(id, title)
    return Response.json(show(id, title), { status: 201 })
  }
  const read = (id: string): Response => {
    const title = memos.get(id)
    return title === undefined ? new Response(null, { status: 404 }) : Response.json(show(id, title))
  }
  const remove = (id: string): Response => {
    if (!memos.has(id)) return new Response(null, { status: 404 })
    if (fault !== 'deleted-stays') memos.delete(id)
    return new Response(null, { status: 204 })
  }
  const reset = (): void => {
    memos.clear()
    created = 0
  }
  return { fetch: answer, reset, listen: () => listen(toServer(answer)) }
}

const titleOf = (text: string, longest: number): string | undefined => {
  try {
    const body: unknown = JSON.parse(text)
    if (
      typeof body !== 'object' ||
      body === null ||
      Array.isArray(body) ||
      Object.keys(body).join(',') !== 'title'
    )
      return undefined
    const title: unknown = Reflect.get(body, 'title')
    const length = typeof title === 'string' ? Array.from(title).length : 0
    return typeof title === 'string' && length >= 1 && length <= longest ? title : undefined
  } catch {
    return undefined
  }
}

const reply = async (outgoing: ServerResponse, response: Response): Promise<void> => {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

const toServer = (answer: MemoApi['fetch']) =>
  createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { url = '/' } = incoming
      // The Fetch standard knows no TRACE; it is undeclared like any other.
      const method = incoming.method === 'TRACE' ? 'UNDECLARED' : (incoming.method ?? 'GET')
      const init = { method, headers: new Headers(incoming.headers as Record<string, string>) }
      const body = ['GET', 'HEAD'].includes(method) ? {} : { body: Buffer.concat(chunks) }
      void answer(new Request(`http://memos.test${url}`, { ...init, ...body })).then((response) =>
        reply(outgoing, response),
      )
    })
  })
