import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { InputError } from '../input-error.ts'
import { type MockOptions, startMock } from './start-mock.ts'

const ferry = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
const document = {
  openapi: '3.1.1',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries': {
      parameters: [{ name: 'filter[owner]', in: 'query', schema: { type: 'integer' } }],
      get: {
        responses: { 200: { description: 'It.', content: { 'application/json': { schema: ferry } } } },
      },
      post: {
        requestBody: { content: { 'application/json': { schema: ferry } } },
        responses: { 201: { description: 'Built.' } },
      },
    },
  },
}

/** A server below `/api` that echoes requests, and a proxy to it. */
async function startProxy(options: Partial<MockOptions> = {}) {
  const got: string[] = []
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      got.push(`${request.method} ${request.url} ${Buffer.concat(chunks as Buffer[]).toString()}`)
      if (request.method === 'POST') return response.writeHead(201).end()
      const isCoded = request.headers['accept-encoding']?.includes('gzip')
      const body = '{"nome":"Zoë"}'
      response.setHeader('content-type', 'application/json')
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      return isCoded ? response.setHeader('content-encoding', 'gzip').end(gzipSync(body)) : response.end(body)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const proxyTo = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  const mock = await startMock({ document, port: 0, proxyTo, ...options })
  onTestFinished(() => mock.close())
  return { got, url: mock.url }
}

const post = (url: string, body: string) =>
  fetch(`${url}/ferries`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

describe('a proxy', () => {
  it('passes requests and responses on as they are', async () => {
    const { got, url } = await startProxy()
    const response = await fetch(`${url}/ferries?filter[owner]=1&q=%2C`)
    expect(await response.text()).toBe('{"nome":"Zoë"}')
    expect(response.headers.getSetCookie()).toStrictEqual(['a=1', 'b=2'])
    const body = '{ "name": "x",  "wide": 12345678901234567890 }'
    expect((await post(url, body)).headers.get('sl-violations')).toBeNull()
    expect(got).toStrictEqual(['GET /api/ferries?filter[owner]=1&q=%2C ', `POST /api/ferries ${body}`])
  })

  it('reports the violations of requests, responses, paths and methods', async () => {
    const { got, url } = await startProxy()
    const wrong = await fetch(`${url}/ferries?filter[owner]=Ada`)
    expect(JSON.parse(wrong.headers.get('sl-violations') ?? '')).toMatchObject([
      { location: ['request', 'query', 'filter[owner]'], severity: 'Error', code: 'type' },
      { location: ['response', 'body'], message: expect.stringContaining("'name'") },
    ])
    const others = [await fetch(`${url}/piers`), await fetch(`${url}/ferries`, { method: 'DELETE' })]
    expect(others.map(({ headers }) => headers.has('sl-violations'))).toStrictEqual([true, true])
    expect(got).toHaveLength(3)
  })

  it('turns violations into errors', async () => {
    const { got, url } = await startProxy({ errors: true })
    expect((await fetch(`${url}/ferries?filter[owner]=Ada`)).status).toBe(422)
    expect((await fetch(`${url}/piers`)).status).toBe(404)
    expect((await fetch(`${url}/ferries`)).status).toBe(500)
    expect(got).toHaveLength(1)
  })

  it('rejects what cannot be read, unless requests are not validated', async () => {
    const strict = await startProxy()
    expect([(await post(strict.url, '[')).status, (await fetch(`${strict.url}/%zz`)).status]).toStrictEqual([
      400, 400,
    ])
    const open = await startProxy({ validateRequest: false })
    const passed = await post(open.url, '[')
    expect([passed.status, passed.headers.has('sl-violations')]).toStrictEqual([201, false])
    expect([...strict.got, ...open.got]).toStrictEqual(['POST /api/ferries ['])
  })

  it('names a server that sends no response, and one that is no URL', async () => {
    const { url } = await startProxy({ proxyTo: 'http://127.0.0.1:9' })
    const response = await fetch(`${url}/ferries`)
    expect([response.status, await response.text()]).toStrictEqual([
      502,
      expect.stringContaining('ECONNREFUSED'),
    ])
    await expect(startProxy({ proxyTo: 'ferries' })).rejects.toThrow(
      new InputError('The server ferries is not a URL such as http://127.0.0.1:3000.'),
    )
  })
})
