import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errorHandler, type OpenApiDocument } from '@contract-kit/express'
import express, { type RequestHandler } from 'express'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../src/index.ts'
import { shopsDocument } from './shops-document.ts'

const credentials = [
  { value: 'ada', identity: 'ada' },
  { value: 'bob', identity: 'bob' },
  { value: 'none', identity: 'none', scopes: [] },
  { value: 'former', identity: 'former', isExpired: true },
]
export const options = { document: shopsDocument, credentials }

/** The properties that the tests look at. */
interface Body {
  readonly [name: string]: unknown
  readonly id: string
  readonly name: string
  readonly status: string
  readonly total: number
  readonly items: readonly Body[]
}

/** A response, read. */
export interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Seen>

/** A server of the shops: right, or with the fault or liberty of an id. `count` tells how often it deviated. */
export async function serve(
  id?: string,
  document: OpenApiDocument = shopsDocument,
): Promise<{ readonly send: Send; readonly count: () => number }> {
  const sandbox = await createSandbox({ ...options, document })
  const fault = [...sandbox.faults(), ...sandbox.liberties()].find((one) => one.id === id)
  if (id !== undefined && fault === undefined) throw new Error(`There is no fault ${id}`)
  let deviations = 0
  const router = await sandbox.router({
    prepare: false,
    ...(fault !== undefined && { fault, onDeviation: () => (deviations += 1) }),
  })
  return { send: await listen(sandbox, router), count: () => deviations }
}

/** Sends requests to a router on a free port, as `ada` unless a header says otherwise. */
export async function listen(sandbox: Sandbox, router: RequestHandler): Promise<Send> {
  const app = express().use(router, errorHandler(sandbox.errors))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send: Send = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: 'Bearer ada',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body:
          typeof body === 'string' && headers['content-type'] === 'text/plain' ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? tryJson(text) : (undefined as never),
    }
  }
  return send
}

const tryJson = (text: string): Body => {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined as never
  }
}

export const shop = { name: 'Corner', town: 'Linz', size: 2.5 }
export const create = async (send: Send, body: object = shop): Promise<string> =>
  (await send('POST', '/shops', body)).body.id

/** What a client sees in a short story. */
export type Story = (send: Send) => Promise<unknown>

/** Creates a shop, and reads one of its properties. */
export const readBack =
  (body: object, name: string): Story =>
  async (send) =>
    (await send('GET', `/shops/${await create(send, body)}`)).body?.[name]

/** Tests that a story ends rightly on the right server, and wrongly on the one with a fault, which says that it deviates. */
export const describeFaults = (
  faults: readonly (readonly [fault: string, story: Story, right: unknown, wrong: unknown])[],
): void => {
  describe('a sandbox with a fault', () => {
    it.each(faults)('is right but for %s', async (id, story, right, wrong) => {
      const [good, bad] = [await serve(), await serve(id)]
      expect(await story(good.send)).toStrictEqual(right)
      expect(await story(bad.send)).toStrictEqual(wrong)
      expect(good.count()).toBe(0)
      expect(bad.count(), 'it tells that it deviates').toBeGreaterThan(0)
    })
  })
}
