import { once } from 'node:events'
import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import express, { type Response } from 'express'
import { describe, expect, it } from 'vitest'
import { contractResponses } from '../src/index.ts'
import { exchange, json, petsDocument, serve } from './exchange.ts'

const replacement = {
  status: 500,
  headers: { 'content-type': 'application/problem+json', 'x-problem': 'internal_error' },
  body: '{"title":"Größe"}',
}
const array = petsDocument(json({ type: 'array' }))
const binary = petsDocument({
  200: {
    description: 'OK',
    headers: { 'x-size': { required: true } },
    content: { 'application/octet-stream': {} },
  },
})
const events = petsDocument({
  200: { description: 'OK', content: { 'text/event-stream': { schema: { type: 'string' } } } },
})

describe('the replacement of a response', () => {
  it('takes status, headers and body', async () => {
    const { received, text } = await exchange({
      document: array,
      send: (_request, response) => {
        response.statusMessage = 'Fine'
        response.set({
        etag: '"1"', location: '/pets/1', 'set-cookie': 'a=1', authorization: 'token', 'content-encoding': 'identity',
        'x-request-id': 'r1', 'x-problem': 'none', 'strict-transport-security': 'max-age=1', 'access-control-allow-origin': '*',
      }) // prettier-ignore
        response.json({ secret: 'much longer than the replacement' })
      },
      replacement,
    })
    expect(received.status).toBe(500)
    expect(received.statusText).toBe('Internal Server Error')
    expect(text).toBe(replacement.body)
    const { date: _date, ...headers } = Object.fromEntries(received.headers)
    expect(headers).toStrictEqual({
      'access-control-allow-origin': '*',
      connection: 'keep-alive',
      'content-length': String(Buffer.byteLength(replacement.body)),
      'content-type': 'application/problem+json',
      'keep-alive': 'timeout=5',
      'strict-transport-security': 'max-age=1',
      'x-problem': 'internal_error',
      'x-powered-by': 'Express',
      'x-request-id': 'r1',
    })
  })

  it('drops a kept header that is itself the breach', async () => {
    const headers = { 'x-total': { schema: { type: 'integer' } } }
    const document = petsDocument({ 200: { description: 'OK', headers } })
    const { received } = await exchange({
      document,
      send: (_request, response) => void response.set('x-total', 'secret').end(),
      replacement,
    })
    expect(received.headers.get('x-total')).toBeNull()
  })

  it('has no body for HEAD', async () => {
    const document = petsDocument({ 200: { description: 'OK', headers: { 'x-total': { required: true } } } })
    const { received, text } = await exchange({
      document,
      send: (_request, response) => void response.end(),
      replacement,
      request: { method: 'HEAD' },
    })
    expect([received.status, received.headers.get('content-length'), text]).toStrictEqual([500, '19', ''])
  })

  it('may have no content', async () => {
    const { received, text } = await exchange({
      document: array,
      send: (_request, response) => void response.json({}),
      replacement: { status: 204, body: '' },
    })
    expect([received.status, received.headers.get('content-length'), text]).toStrictEqual([204, null, ''])
  })

  it('is optional: the response goes out as it is', async () => {
    const { received, text, breaches } = await exchange({
      document: array,
      send: (_request, response) => void response.status(201).json({ a: 1 }),
    })
    expect([received.status, text, breaches.length]).toStrictEqual([201, '{"a":1}', 1])
  })
})

describe('a response held until its end', () => {
  it('is checked whole when written in parts', async () => {
    const steps: unknown[] = []
    const { received, text, breaches } = await exchange({
      document: array,
      send: (_request, response) => {
        response.type('json')
        steps.push(response.write('', () => steps.push('empty')))
        steps.push(response.write('["', () => steps.push('first')))
        steps.push(response.write('c3bc', 'hex', () => steps.push('second')))
        response.end(Buffer.from('"]'), () => steps.push('end'))
      },
    })
    expect([text, breaches]).toStrictEqual(['["ü"]', []])
    expect(received.headers.get('content-length')).toBe('6')
    expect(steps).toStrictEqual([true, true, true, 'empty', 'first', 'second', 'end'])
  })

  it('ends with end(callback)', async () => {
    const ended: string[] = []
    const { breaches } = await exchange({
      document: array,
      send: (_request, response) => {
        response.type('json').write('{}')
        response.end(() => ended.push('end'))
      },
      replacement,
    })
    expect(breaches).toHaveLength(1)
    expect(ended).toStrictEqual(['end'])
  })

  it('keeps the bytes that a caller writes over', async () => {
    const { text } = await exchange({
      document: array,
      send: (_request, response) => {
        const bytes = Buffer.from('[1]')
        response.type('json').write(bytes, () => {
          bytes.fill('x')
          response.end()
        })
      },
    })
    expect(text).toBe('[1]')
  })

  it.each<[string, OutgoingHttpHeaders | OutgoingHttpHeader[]]>([
    ['an object', { 'Content-Type': 'application/json', 'X-Tag': 'a' }],
    ['a flat list', ['Content-Type', 'application/json', 'X-Tag', 'a', 'X-Tag', 'b']],
    ['a list of pairs', [['Content-Type', 'application/json'], ['X-Tag', 'a']]], // prettier-ignore
  ])('takes status and headers of writeHead from %s', async (_title, headers) => {
    const { received, breaches } = await exchange({
      document: array,
      send: (_request, response) => {
        response.writeHead(200, 'Fine', headers).end('[]')
      },
    })
    expect([received.status, received.statusText, breaches]).toStrictEqual([200, 'Fine', []])
    expect(received.headers.get('x-tag')).toMatch(/^a/)
  })

  it('may be flushed, piped and ended by Express', async () => {
    const received = await exchange({
      document: array,
      send: (_request, response) => {
        response.type('json').flushHeaders()
        Readable.from(['[', '1', ']']).pipe(response)
      },
    })
    expect(received).toMatchObject({ text: '[1]', breaches: [] })
  })

  it('sees the headers of middleware mounted later', async () => {
    const headers = { 'x-late': { required: true, schema: { type: 'integer' } } }
    const document = petsDocument({ 200: { description: 'OK', headers } })
    const { received, breaches } = await exchange({
      document,
      send: (_request, response) => {
        const writeHead = response.writeHead.bind(response)
        response.writeHead = ((...args: unknown[]) => {
          response.setHeader('x-late', '1')
          return Reflect.apply(writeHead, response, args) as Response
        }) as typeof writeHead
        response.end()
      },
    })
    expect([received.headers.get('x-late'), breaches]).toStrictEqual(['1', []])
  })

  it('rejects what Node rejects', async () => {
    const onError = petsDocument({ default: { description: 'Error' }, ...json({ type: 'array' }) })
    const { received } = await exchange({
      document: onError,
      send: (_request, response) => {
        response.type('json')
        response.write(JSON.parse('1'))
      },
      replacement,
    })
    expect(received.status).toBe(500)
  })
})

describe('a response that streams', () => {
  it('passes its bytes as they come', async () => {
    const app = express()
    const gate = Promise.withResolvers<void>()
    app.use(
      contractResponses({ document: binary, onBreach: () => replacement }),
      async (_request, response) => {
        response.set({ 'content-type': 'application/octet-stream', 'x-size': '2' }).write('a')
        await gate.promise
        response.end('b')
      },
    )
    const response = await fetch(`${await serve(app)}/pets`)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toStrictEqual(new Uint8Array([97]))
    gate.resolve()
    expect((await reader?.read())?.value).toStrictEqual(new Uint8Array([98]))
  })

  it('is replaced before its head goes out', async () => {
    const steps: unknown[] = []
    const { received, text, messages } = await exchange({
      document: binary,
      send: (_request, response) => {
        response.type('application/octet-stream')
        steps.push(response.write('a', () => steps.push('written')))
        response.end('b', () => steps.push('end'))
      },
      replacement,
    })
    expect([received.status, text]).toStrictEqual([500, replacement.body])
    expect(messages).toStrictEqual(['list-pets 200: header x-size must be present'])
    expect(steps).toStrictEqual([true, 'written', 'end'])
  })

  it('obeys backpressure', async () => {
    const size = 3_000_000
    let pauses = 0
    const { text } = await exchange({
      document: binary,
      send: async (_request, response) => {
        response.set({ 'content-type': 'application/octet-stream', 'x-size': String(size) })
        for (let sent = 0; sent < size; sent += 100_000)
          if (!response.write(Buffer.alloc(100_000))) {
            pauses += 1
            await once(response, 'drain')
          }
        response.end()
      },
    })
    expect(text).toHaveLength(size)
    expect(pauses).toBeGreaterThan(0)
  })

  it('may be a stream of events', async () => {
    const app = express()
    const gate = Promise.withResolvers<void>()
    app.use(
      contractResponses({ document: events, onBreach: () => replacement }),
      async (_request, response) => {
        response.type('text/event-stream').flushHeaders()
        await gate.promise
        response.end('data: 1\n\n')
      },
    )
    const response = await fetch(`${await serve(app)}/pets`)
    expect(response.status).toBe(200)
    gate.resolve()
    expect(await response.text()).toBe('data: 1\n\n')
  })

  it('is checked when it flushes its headers', async () => {
    const { received, messages } = await exchange({
      document: events,
      send: (_request, response) => {
        response.type('application/zip').flushHeaders()
        response.end('PK')
      },
      replacement,
    })
    expect(received.status).toBe(500)
    expect(messages).toStrictEqual(['list-pets 200: media-type must be one of: text/event-stream'])
  })
})
