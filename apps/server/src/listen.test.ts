import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
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
