import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createFakePartnerApi, type FakePartnerApi } from '../../src/testing.ts'

/** A fake of the partner API over HTTP. */
export interface PartnerServer extends AsyncDisposable {
  readonly url: string
  readonly fake: FakePartnerApi
}

/** The headers and methods that a page of another origin may use. */
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-cc-app, x-request-id',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-expose-headers': 'authorization, x-error-code, x-request-id',
}

/** Starts a server that rejects the first coupon and delivers every order. */
export async function startPartnerServer(): Promise<PartnerServer> {
  const fake = createFakePartnerApi()
  fake.respondOnce('applyCoupon', 'coupon_expired')
  const server = createServer((request, response) => void respond(fake, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    fake,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function respond(
  fake: FakePartnerApi,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isPreflight = request.method === 'OPTIONS'
  const found = isPreflight ? new Response(null, { status: 204 }) : await fake.fetch(await toRequest(request))
  response.writeHead(found.status, { ...Object.fromEntries(found.headers), ...crossOrigin })
  response.end(new Uint8Array(await found.arrayBuffer()))
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  )
  const { method = 'GET', url = '/' } = request
  const body = chunks.length === 0 ? null : Buffer.concat(chunks)
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers, body })
}
