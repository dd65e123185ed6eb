import http from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkContract } from '../../src/index.ts'
import { listen } from '@contract-kit/openapi/testing'
import { findingsOn, serveDocument } from '../serve-document.ts'

const event = { type: 'object', required: ['at'], properties: { at: { type: 'integer' } } }
const document = {
  openapi: '3.1.0',
  info: { title: 'Clock', version: '1' },
  paths: {
    '/events': {
      get: {
        operationId: 'watchEvents',
        responses: { 200: { description: 'As they come.', content: { 'text/event-stream': {} } } },
      },
    },
    '/last-event': {
      get: {
        operationId: 'readLastEvent',
        responses: { 200: { description: 'It.', content: { 'application/json': { schema: event } } } },
      },
    },
  },
}

const forever = (): ReadableStream =>
  new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('data: {"at":1}\n\n')) })

const clock = await serveDocument(document, {
  watchEvents: () => ({ status: 200, body: forever(), headers: { 'content-type': 'text/event-stream' } }),
  readLastEvent: () => ({ status: 200, json: { at: 1 } }),
})

describe('a stream that stays open', () => {
  it('is read until it falls quiet', async () => {
    expect(await findingsOn(document, clock, { phases: ['examples', 'fuzz'], cases: 2 })).toStrictEqual([])
  })

  it('ends over a connection, too', async () => {
    const server = http.createServer((request, response) => {
      if (request.url === '/events' && request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: {"at":1}\n\n')
      } else response.writeHead(404).end()
    })
    const { url, close } = await listen(server)
    onTestFinished(close)
    const { findings, coverage } = await checkContract({
      document,
      baseUrl: url,
      include: ['watchEvents'],
      phases: ['examples', 'fuzz'],
      cases: 2,
    })
    expect(findings).toStrictEqual([])
    expect(coverage.operations.reached).toBe(1)
  })
})

const { '/last-event': lastEvent } = document.paths
const small = { ...document, paths: { '/last-event': lastEvent } }

describe('a server that compresses every response', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('is understood with %s', async (coding, pack) => {
    const packed = async (request: Request): Promise<Response> => {
      const response = await clock(request)
      const body = Buffer.from(await response.arrayBuffer())
      const headers = new Headers(response.headers)
      headers.set('content-encoding', coding)
      return new Response(body.length === 0 ? null : pack(body), { status: response.status, headers })
    }
    expect(await findingsOn(small, packed)).toStrictEqual([])
  })
})
