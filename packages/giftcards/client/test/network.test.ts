import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { fetch, ProxyAgent } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { createPartnerClient, type PartnerClientOptions } from '../src/index.ts'

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

it('sends calls through the proxy of its fetchOptions', async () => {
  const service = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"cartId":"c","cards":[],"couponData":null}')
  })
  const port = await listen(service)
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
  const client = createPartnerClient({
    baseUrl: 'http://partners.example.test',
    appId: 'app',
    tokenStore: { get: () => 'held', set: () => undefined },
    fetch: undiciFetch,
    fetchOptions: { dispatcher } as unknown as RequestInit,
  })
  await expect(client.createCart()).resolves.toMatchObject({ cartId: 'c' })
  expect(tunnels).toEqual(['partners.example.test:80'])
})
