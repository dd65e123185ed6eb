import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MountAnswer } from './mount.ts'
import { sendAnswer } from './send-answer.ts'

/** What a client gets of an answer: the length that its head says, and its bytes. */
async function receive(answer: MountAnswer) {
  const server = createServer((_request, response) => sendAnswer(response, answer))
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const received = await fetch(`http://127.0.0.1:${port}`)
  return { length: received.headers.get('content-length'), bytes: Buffer.from(await received.arrayBuffer()) }
}

describe('sendAnswer', () => {
  it.each(['Erin', 'Zoë', 'Łódź', '日本', '🎁', ''])('writes %j as UTF-8', async (name) => {
    const bytes = Buffer.from(JSON.stringify({ name }), 'utf8')
    expect(await receive({ status: 200, body: { name } })).toStrictEqual({
      length: String(bytes.length),
      bytes,
    })
  })

  it('writes bytes as they are', async () => {
    const text = Uint8Array.of(0, 127, 128, 255)
    expect(await receive({ status: 200, contentType: 'image/png', text })).toStrictEqual({
      length: '4',
      bytes: Buffer.from(text),
    })
  })
})
