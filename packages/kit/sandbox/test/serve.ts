import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorHandler, type OnBreach, type OpenApiDocument, RequestError } from '@contract-kit/express'
import express, { type RequestHandler } from 'express'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../src/index.ts'

/** A sandbox that listens on a free port. */
export interface ServedSandbox extends AsyncDisposable {
  readonly url: string
  readonly sandbox: Sandbox
  /** Sends a request with a JSON body, and reads a JSON response. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Received>
  /** The JSON that a GET receives. */
  read(path: string, headers?: Readonly<Record<string, string>>): Promise<unknown>
  /** The status of the response to a request. */
  status(...request: Parameters<ServedSandbox['send']>): Promise<number>
}

/** A response, read. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined if it is no JSON. */
  readonly json: unknown
}

/** A status that the document lacks is sent as it is. */
const refuseBreach: OnBreach = ({ breaches, message }) =>
  breaches.every(({ place }) => place === 'status') ? undefined : { status: 500, body: message }

/** Serves a document by the sandbox, as any Express application does. A response that breaks the document is a 500. */
export async function serveSandbox(
  document: OpenApiDocument,
  options: Omit<SandboxOptions, 'document'> = {},
): Promise<ServedSandbox> {
  const sandbox = await createSandbox({ document, ...options })
  const app = express().disable('etag').disable('x-powered-by')
  app.use(
    await sandbox.router({ prepare: false, onBreach: refuseBreach }),
    unknownPath,
    errorHandler(sandbox.errors),
  )
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send: ServedSandbox['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: toJson(text) }
  }
  return {
    url,
    sandbox,
    send,
    read: async (path, headers) => (await send('GET', path, undefined, headers)).json,
    status: async (...request) => (await send(...request)).status,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      sandbox.close()
    },
  }
}

/** One sandbox for all tests of a file or of a `describe`, as new before each of them. */
export function shareSandbox(...served: Parameters<typeof serveSandbox>): ServedSandbox {
  const shared = {} as ServedSandbox
  beforeAll(async () => void Object.assign(shared, await serveSandbox(...served)))
  beforeEach(() => shared.sandbox.reset())
  afterAll(() => shared[Symbol.asyncDispose]())
  return shared
}

const unknownPath: RequestHandler = (request) => {
  throw new RequestError('not_found', `There is no ${request.path}`)
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
