import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from './listen.ts'

it('closes without waiting for connections that have sent nothing, and lets a request in flight end', async () => {
  const arrived = Promise.withResolvers<ServerResponse>()
  const server = await listen((_request, response) => arrived.resolve(response), {
    host: '127.0.0.1',
    port: 0,
    timeouts: { headMs: 60_000, requestMs: 60_000 },
  })
  const silent = connect(server.port, '127.0.0.1')
  await once(silent, 'connect')
  const busy = connect(server.port, '127.0.0.1')
  let received = ''
  busy.setEncoding('utf8').on('data', (text: string) => (received += text))
  busy.write('GET / HTTP/1.1\r\nhost: shop.test\r\n\r\n')
  const response = await arrived.promise
  const closed = server.close({ graceMs: 60_000 })
  await once(silent, 'close')
  response.end('done')
  await closed
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*done/)
})

it.each([
  ['closes one connection more than a tenth for one address', false, 2],
  ['lets proxies have all connections', true, 5],
])('%s', { meta: { rules: ['D14-35'] } }, async (_, isBehindProxies, most) => {
  const server = await listen((_request, response) => response.end('served'), {
    host: '127.0.0.1',
    port: 0,
    maxConnections: 20,
    isBehindProxies,
  })
  onTestFinished(() => server.close({ graceMs: 0 }))
  const ask = async (): Promise<{ readonly isServed: boolean; close(): Promise<unknown> }> => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
    const served = Promise.withResolvers<boolean>()
    socket.once('data', () => served.resolve(true)).once('close', () => served.resolve(false))
    socket.write('GET / HTTP/1.1\r\nhost: shop.test\r\n\r\n')
    return {
      isServed: await served.promise,
      close: () => once(socket.destroy(), 'close'),
    }
  }
  const connections = []
  for (let count = 0; count < 5; count += 1) connections.push(await ask())
  expect(connections.filter(({ isServed }) => isServed)).toHaveLength(most)
  await connections[0]?.close()
  await expect.poll(async () => (await ask()).isServed).toBe(true)
})
