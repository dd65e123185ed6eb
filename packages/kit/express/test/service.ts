import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Express, Router } from 'express'
import { afterAll } from 'vitest'
import { contractRouter, type ContractRouterOptions, type OpenApiDocument } from '../src/index.ts'

/** Servers that live as long as the file of tests; to be called at its top. */
export function startSuite() {
  const servers: Server[] = []
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  })
  return {
    /** Listens on a free port and returns the base URL. */
    async listen(app: Express): Promise<string> {
      const server = createServer(app).listen(0, '127.0.0.1')
      servers.push(server)
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
  }
}

/** Operations whose handlers return any JSON: for tests of what is not a matter of types. */
type AnyOperations = Record<
  string,
  {
    parameters: object
    requestBody?: never
    responses: { default: { content: { 'application/json': unknown } } }
  }
>
type RouterOptions = ContractRouterOptions<AnyOperations, undefined, never>
type AnyHandlers = RouterOptions['handlers']

/** Handlers that return their input. */
export const echo = (input: object) => ({ status: 200, body: input }) as const

/** A document of operations written as `GET /path`, which accept every response. */
export function documentOf(operations: Readonly<Record<string, object>>, more: object = {}): OpenApiDocument {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ')
    const responses = {
      default: { description: '', content: { 'application/json': {}, 'application/problem+json': {} } },
    }
    paths[path] = { ...paths[path], [method.toLowerCase()]: { responses, ...operation } }
  }
  return { openapi: '3.1.1', info: { title: 'Test', version: '1' }, paths, ...more }
}

/** A router of such a document, whose handlers return their input unless given. */
export function createRouter(
  operations: Readonly<Record<string, object>>,
  { handlers, ...options }: Partial<RouterOptions> = {},
): Promise<Router> {
  const document = documentOf(operations)
  const ids = readIds(options.document ?? document)
  const echoes: AnyHandlers = Object.fromEntries(ids.map((id) => [id, echo]))
  return contractRouter<AnyOperations>({ document, ...options, handlers: { ...echoes, ...handlers } })
}

function readIds({ paths = {} }: OpenApiDocument): readonly string[] {
  return Object.entries(paths as Record<string, Record<string, { operationId?: string }>>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(
        ([method, operation]) => operation.operationId ?? `${method.toUpperCase()} ${path}`,
      ),
  )
}

/** Reads a response: its status, and its body if that is JSON. */
export async function read(response: Response): Promise<readonly [number, unknown]> {
  const text = await response.text()
  return [response.status, text === '' ? '' : JSON.parse(text)]
}

/** A JSON body and its header, for `fetch`. */
export const json = (body: unknown, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A request body of one media type. */
export const bodyOf = (mediaType: string, schema: object = {}, required = true) => ({
  requestBody: { required, content: { [mediaType]: { schema } } },
})

/** A parameter, required in paths. */
export const parameter = (place: string, name: string, schema: object, more: object = {}) => ({
  in: place,
  name,
  schema,
  required: place === 'path',
  ...more,
})

/** Sends raw bytes on a connection of its own, and reads what comes until it is closed. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(text)
  return (await socket.setEncoding('utf8').toArray()).join('')
}
