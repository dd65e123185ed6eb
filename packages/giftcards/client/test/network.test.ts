import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Agent, fetch, ProxyAgent } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPartnerClient, type PartnerClientOptions } from '../src/index.ts'

const certificates = join(import.meta.dirname, 'certificates')
const cert = readFileSync(join(certificates, 'localhost.cert.pem'), 'utf8')
const key = readFileSync(join(certificates, 'localhost.key.pem'), 'utf8')

/** undici types its own `fetch` by its own classes, which are those of the platform at run time. */
const undiciFetch = fetch as unknown as NonNullable<PartnerClientOptions['fetch']>

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const respond = (_request: IncomingMessage, response: ServerResponse): void => {
  response.setHeader('content-type', 'application/json')
  response.end('{"cartId":"c","cards":[],"couponData":null}')
}

const start = (options: Partial<PartnerClientOptions> & { readonly baseUrl: string }) =>
  createPartnerClient({
    appId: 'app',
    tokenStore: { get: () => 'held', set: () => undefined },
    retry: { attempts: 3, baseDelayMs: 1 },
    ...options,
  })

describe('fetchOptions', () => {
  it('sends calls through a proxy', async () => {
    const port = await listen(createServer(respond))
    const tunnels: string[] = []
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      tunnels.push(url)
      const target = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
        target.pipe(socket).pipe(target)
      })
    })
    const dispatcher = new ProxyAgent(`http://127.0.0.1:${await listen(proxy)}`)
    onTestFinished(() => dispatcher.close())
    const client = start({
      baseUrl: 'http://partners.example.test',
      fetch: undiciFetch,
      fetchOptions: { dispatcher } as unknown as RequestInit,
    })
    await expect(client.createCart()).resolves.toMatchObject({ cartId: 'c' })
    expect(tunnels).toEqual(['partners.example.test:80'])
  })

  it('trust a certificate of your own', async () => {
    const port = await listen(createTlsServer({ cert, key }, respond))
    const dispatcher = new Agent({ connect: { ca: cert } })
    onTestFinished(() => dispatcher.close())
    const client = start({
      baseUrl: `https://localhost:${port}`,
      fetch: undiciFetch,
      fetchOptions: { dispatcher } as unknown as RequestInit,
    })
    await expect(client.createCart()).resolves.toMatchObject({ cartId: 'c' })
  })
})

describe('a certificate that is not trusted', () => {
  it('fails at once and says why', async () => {
    let connections = 0
    const server = createTlsServer({ cert, key }, respond).on('connection', () => connections++)
    const client = start({ baseUrl: `https://localhost:${await listen(server)}` })
    await expect(client.createCart()).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'createCart: no response (DEPTH_ZERO_SELF_SIGNED_CERT)',
      retryable: false,
      outcomeUnknown: false,
    })
    expect(connections).toBe(1)
  })
})
