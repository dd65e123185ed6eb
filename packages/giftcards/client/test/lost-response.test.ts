import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openapiDocument, operationTable } from '@giftcards/contract'
import { sandboxDocument, sandboxOperationTable } from '@giftcards/contract/sandbox'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPartnerClient } from '../src/index.ts'
import { createSandboxClient } from '../src/sandbox.ts'
import { token } from './scripted-service.ts'

type Method = (input: object) => Promise<unknown>
type Table = Readonly<Record<string, { readonly method: string; readonly path: string }>>
type Documented = { readonly paths: Readonly<Record<string, Readonly<Record<string, object>> | undefined>> }

/** Ways in which the response of a service is lost after it has done its work. */
const losses: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['is cut off', (response) => response.destroy()],
  ['ends half-way', (response) => response.writeHead(201).write('{"buyOrd', () => response.destroy())],
  ['is a proxy’s 502', (response) => response.writeHead(502).end('<html>')],
  ['is a proxy’s 503', (response) => response.writeHead(503, { 'retry-after': '0' }).end('<html>')],
  ['is the service’s 503', (response) => response.writeHead(503).end('{"message":["Service unavailable"]}')],
  ['is empty', (response) => response.writeHead(201).end()],
]

/** A service that carries out every request, and then loses its response. It records its work, by key if there is one. */
async function startForgetful(lose: (response: ServerResponse) => void) {
  const done: string[] = []
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const key = request.headers['idempotency-key']
      done.push(`${request.method} ${request.url}${key === undefined ? '' : ` ${String(key)}`}`)
      lose(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const options = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    retry: { attempts: 4, baseDelayMs: 0 },
  }
  const tokenStore = { get: () => token(1), set: () => undefined }
  const partner = createPartnerClient({ ...options, appId: 'app', tokenStore })
  const methods = { ...createSandboxClient(options), ...partner } as unknown as Record<string, Method>
  return { methods, done }
}

/** The operations of a document that say this of a repetition. */
function saying(document: unknown, table: Table, idempotency: string): readonly string[] {
  const { paths } = document as Documented
  return Object.entries(table).flatMap(([id, { method, path }]) => {
    const operation = paths[path]?.[method] as { 'x-idempotency'?: string }
    return operation['x-idempotency'] === idempotency ? [id] : []
  })
}

const onlyOnce = [
  ...saying(openapiDocument, operationTable, 'never'),
  ...saying(sandboxDocument, sandboxOperationTable, 'never'),
]
const input = { cartId: 'c', cardId: 'd', couponCode: 'x', email: 'e', cards: [], qty: 1, requestNumber: 1 }

describe.each(losses)('a response that %s', (_name, lose) => {
  it('makes nothing happen twice that must not', async () => {
    const { methods, done } = await startForgetful(lose)
    for (const id of onlyOnce) await expect(methods[id]?.(input)).rejects.toMatchObject({ retryable: false })
    expect(onlyOnce).toHaveLength(6)
    expect(done).toHaveLength(onlyOnce.length)
  })

  it.each(['checkout', 'depositToDrawdown'])('makes no second %s', async (id) => {
    const { methods, done } = await startForgetful(lose)
    await expect(methods[id]?.(input)).rejects.toMatchObject({ retryable: true })
    expect(done).toHaveLength(4)
    expect(new Set(done).size).toBe(1)
    expect(done[0]).toMatch(/ [0-9a-f-]{36}$/)
  })
})
