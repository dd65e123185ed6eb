import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '@contract-kit/openapi/testing'
import { UnsendableError } from '@contract-kit/openapi/wire'
import {
  ConnectionError,
  createFetchTransport,
  createHttpTransport,
  TimeoutError,
  type Transport,
} from './transport.ts'

let server: Server | undefined
let transport: Transport | undefined
afterEach(() => {
  transport?.close()
  server?.closeAllConnections()
  server?.close()
})

const serve = async (listener: RequestListener, prefix = ''): Promise<Transport> => {
  server = createServer(listener)
  transport = createHttpTransport(`${(await listen(server)).url}${prefix}`)
  return transport
}
const get = { method: 'GET', target: '/x?a=1', headers: [['accept', '*/*']], body: undefined } as const

describe('createHttpTransport', () => {
  it('sends method, target and body below the path prefix', async () => {
    const sender = await serve((request, response) => {
      request.toArray().then(
        (chunks) => response.end(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`),
        () => response.destroy(),
      )
    }, '/v1/')
    const answer = await sender.send({ ...get, method: 'PATCH', body: 'é' }, 60_000)
    expect(Buffer.from(answer.body).toString()).toBe('PATCH /v1/x?a=1 é')
  })

  it('sends to the root of the server what leads above the base', async () => {
    const sender = await serve((request, response) => response.end(request.url), '/api/v1')
    const answer = await sender.send({ ...get, target: '/../../pets/7' }, 60_000)
    expect(Buffer.from(answer.body).toString()).toBe('/pets/7')
  })

  it('reads the body that a server wrongly returns to HEAD', async () => {
    const sender = await serve((_request, response) => {
      response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nbody')
    })
    const answer = await sender.send({ ...get, method: 'HEAD' }, 60_000)
    expect(answer).toMatchObject({
      status: 200,
      headers: [
        ['content-type', 'text/plain'],
        ['content-length', '4'],
      ],
    })
    expect(Buffer.from(answer.body).toString()).toBe('body')
  })

  it('sends TRACE, and follows no redirect', async () => {
    const sender = await serve((request, response) =>
      response.writeHead(302, { location: `/${request.method}` }).end(),
    )
    const answer = await sender.send({ ...get, method: 'TRACE' }, 60_000)
    expect([answer.status, answer.headers.find(([name]) => name === 'location')?.[1]]).toStrictEqual([
      302,
      '/TRACE',
    ])
  })

  it('keeps repeated headers apart', async () => {
    const sender = await serve((_request, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end())
    const { headers } = await sender.send(get, 60_000)
    expect(headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toStrictEqual([
      'a=1',
      'b=2',
    ])
  })

  it('reports a server that does not respond', async () => {
    const sender = await serve(() => undefined)
    await expect(sender.send(get, 30)).rejects.toThrow(TimeoutError)
  })

  it('reports a server that stops within a body', async () => {
    const sender = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half', () => response.destroy())
    })
    await expect(sender.send(get, 60_000)).rejects.toThrow(ConnectionError)
  })

  it('reports a closed port', async () => {
    // No server listens on port 1.
    transport = createHttpTransport('http://127.0.0.1:1')
    await expect(transport.send(get, 60_000)).rejects.toMatchObject({
      isRefused: true,
      message: 'the connection was refused',
    })
  })

  it('reports an unknown host', async () => {
    // A DNS label has at most 63 characters, so no name server is queried.
    transport = createHttpTransport(`http://${'a'.repeat(64)}.test`)
    await expect(transport.send(get, 60_000)).rejects.toThrow('the host is unknown')
  })

  it('asks again when a kept connection was closed meanwhile', async () => {
    const sender = await serve((request, response) => response.end(String(request.socket.remotePort)))
    const first = await sender.send(get, 60_000)
    server?.closeAllConnections()
    const second = await sender.send(get, 60_000)
    expect(Buffer.from(second.body)).not.toStrictEqual(Buffer.from(first.body))
  })

  it('refuses what cannot be written into a header', async () => {
    const sender = await serve((_request, response) => response.end())
    await expect(sender.send({ ...get, headers: [['x-a', 'one\ntwo']] }, 60_000)).rejects.toThrow(
      UnsendableError,
    )
  })
})

describe('createFetchTransport', () => {
  it('asks the function for the URL below the base', async () => {
    const sender = createFetchTransport(
      (request) => new Response(`${request.method} ${request.url}`),
      'http://host.test/v1/',
    )
    const answer = await sender.send(get, 60_000)
    expect(Buffer.from(answer.body).toString()).toBe('GET http://host.test/v1/x?a=1')
  })

  it('reports a function that does not respond', async () => {
    const sender = createFetchTransport(() => new Promise<Response>(() => undefined), 'http://host.test')
    await expect(sender.send(get, 20)).rejects.toThrow(TimeoutError)
  })

  it('reports a function that throws', async () => {
    const sender = createFetchTransport(() => Promise.reject(new Error('broken')), 'http://host.test')
    await expect(sender.send(get, 60_000)).rejects.toThrow(ConnectionError)
  })

  it('refuses a method that the standard forbids', async () => {
    const sender = createFetchTransport(() => new Response(), 'http://host.test')
    await expect(sender.send({ ...get, method: 'TRACE' }, 60_000)).rejects.toThrow(UnsendableError)
  })
})
