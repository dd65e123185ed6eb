import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { createPartnerClient } from '../src/index.ts'
import { storeOf } from './scripted-service.ts'

/** Ways in which a service delays its response. */
const delays: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['never responds', () => undefined],
  ['never ends its response', (response) => response.writeHead(200).write('{"cart":')],
]

/** A client of such a service by the platform's own `fetch`, and the end of its first connection. */
async function start(wait: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => wait(response))
  // A graceful end and a reset both leave nothing.
  const closed = new Promise<void>((resolve) =>
    server.once('connection', (socket) => socket.once('close', () => resolve())),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const asked = once(server, 'request')
  const client = createPartnerClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    appId: 'app',
    tokenStore: storeOf('held'),
    retry: { attempts: 1 },
  })
  return { client, asked, closed }
}

it.each(delays)('leaves nothing on the wire when a service %s in time', async (_what, wait) => {
  const late = await start(wait)
  await expect(late.client.createCart({}, { timeoutMs: 50 })).rejects.toMatchObject({ name: 'TimeoutError' })
  await late.closed
  const left = await start(wait)
  const controller = new AbortController()
  void left.asked.then(() => controller.abort('left'))
  await expect(left.client.createCart({}, { signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
    cause: 'left',
  })
  await left.closed
})

it('lets a process end when its calls have', async () => {
  const server = createServer((_request, response) => response.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const program = join(import.meta.dirname, 'call-once.ts')
  const child = spawn(process.execPath, [program, `http://127.0.0.1:${port}`], { stdio: 'inherit' })
  onTestFinished(() => void child.kill())
  // A timer of its call would hold it for five minutes, which is longer than a test may take.
  expect(await once(child, 'exit')).toEqual([0, null])
})
