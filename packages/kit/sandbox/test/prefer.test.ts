import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { parsePreferences } from '../src/http/prefer.ts'
import { notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const schema = {
  type: 'array',
  items: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
}
const paths: Part = {
  '/things': {
    get: {
      operationId: 'listThings',
      responses: {
        200: {
          description: 'All.',
          headers: { 'X-Total': { required: true, schema: { type: 'integer', minimum: 3 } } },
          content: {
            'application/json': {
              schema,
              examples: {
                some: { value: [{ id: 1 }, { id: 2 }] },
                none: { value: [] },
                'two words': { value: [{ id: 3 }] },
              },
            },
            'text/csv': { schema: { type: 'string' }, examples: { table: { value: 'id\r\n1\r\n' } } },
          },
        },
        204: { description: 'None.' },
        404: {
          ...problem,
          content: {
            'application/problem+json': {
              ...problem.content['application/problem+json'],
              examples: {
                gone: { value: { type: 'https://e.example/gone', title: 'Gone away', status: 404 } },
              },
            },
          },
        },
        400: problem,
        '5XX': problem,
      },
    },
  },
}
/** What openapi-typescript makes of the operation. */
interface Operations {
  listThings: { parameters: object; responses: { 204: { headers: object } } }
}

const serve = () => serveSandbox(notesDocument({ security: [], paths }))
const prefer = (api: ServedSandbox, wish: string, headers: Record<string, string> = {}) =>
  api.send('GET', '/things', undefined, { prefer: wish, ...headers })

describe('Prefer', () => {
  it.each([
    ['code=204', 204, undefined],
    ['code=404', 404, { type: 'https://e.example/gone', title: 'Gone away', status: 404 }],
    ['code="404"; x=1, other', 404, { type: 'https://e.example/gone', title: 'Gone away', status: 404 }],
    ['CODE = 200', 200, [{ id: 1 }, { id: 2 }]],
    ['example=none', 200, []],
    ['example="two words"', 200, [{ id: 3 }]],
    ['code=200, example=none', 200, []],
    ['example=gone', 404, { type: 'https://e.example/gone', title: 'Gone away', status: 404 }],
  ])('%s gets the documented response', async (wish, status, body) => {
    await using api = await serve()
    const received = await prefer(api, wish)
    expect([received.status, received.json]).toStrictEqual([status, body])
  })

  it('makes a fitting body and fitting headers where there is no example', async () => {
    await using api = await serve()
    const received = await prefer(api, 'code=503')
    expect(received.status).toBe(503)
    expect(received.json).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      status: expect.any(Number),
    })
    expect(Number((await prefer(api, 'code=200')).headers.get('x-total'))).toBeGreaterThanOrEqual(3)
  })

  it('says which wish it has granted', async () => {
    await using api = await serve()
    expect((await prefer(api, 'code=200, example=none')).headers.get('preference-applied')).toBe(
      'code=200, example=none',
    )
  })

  it('finds an example in the media type that has it', async () => {
    await using api = await serve()
    const received = await prefer(api, 'example=table')
    expect(received.headers.get('content-type')).toContain('text/csv')
    expect(received.text).toBe('id\r\n1\r\n')
  })

  it('combines with Accept', async () => {
    await using api = await serve()
    expect((await prefer(api, 'code=200', { accept: 'text/csv' })).text).toBe('id\r\n1\r\n')
  })

  it.each([
    ['code=418', 'has no code 418 here; it has 200, 204, 400, 404, 5XX'],
    ['code=abc', 'code must be a whole number'],
    ['example=many', 'has no example many here; it has some, none, two words, table, gone'],
    ['code=204, example=some', 'has no example some here; it has none'],
    ['delay=60001', 'delay must be a whole number of at most 60000'],
    ['delay=-1', 'delay must be a whole number'],
    ['fault=fire', 'has no fault fire here; it has close, reset, truncate, malformed'],
  ])('%s gets 400, which lists what there is', async (wish, message) => {
    await using api = await serve()
    const refused = await prefer(api, wish)
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({ detail: expect.stringContaining(message) })
  })

  it('ignores other preferences', async () => {
    await using api = await serve()
    const received = await prefer(api, 'respond-async, wait=10')
    expect(received.status).toBe(200)
    expect(received.headers.has('preference-applied')).toBe(false)
  })

  it('changes nothing', async () => {
    await using api = await serve()
    const created = await api.send('POST', '/notes', { text: 'a' }, { prefer: 'code=201' })
    expect(created.status).toBe(201)
    expect((await api.send('GET', '/notes')).json).toStrictEqual([])
  })

  it('needs a valid request', async () => {
    await using api = await serve()
    expect((await api.send('POST', '/notes', { text: 7 }, { prefer: 'code=201' })).status).toBe(400)
  })

  it('waits before the operation acts', async () => {
    await using api = await serve()
    const order: string[] = []
    await Promise.all([
      api.send('POST', '/notes', { text: 'late' }, { prefer: 'delay=400' }).then(() => order.push('late')),
      api.send('POST', '/notes', { text: 'soon' }).then(() => order.push('soon')),
    ])
    expect(order).toStrictEqual(['soon', 'late'])
    expect((await api.send('GET', '/notes')).json).toMatchObject([{ text: 'soon' }, { text: 'late' }])
  })

  it('says how to authenticate in a 401', async () => {
    await using api = await serveSandbox(notesDocument())
    const headers = { prefer: 'code=401', authorization: 'Bearer x' }
    const refused = await api.send('GET', '/notes', undefined, headers)
    expect([refused.status, refused.headers.get('www-authenticate')]).toStrictEqual([
      401,
      'Bearer realm="Notes"',
    ])
  })

  it('acts in front of own handlers, too', async () => {
    await using api = await serveSandbox(notesDocument({ security: [], paths }))
    const own = { listThings: () => ({ status: 204 as const }) }
    const router = await api.sandbox.router<Operations>({ handlers: own })
    const server = createServer(express().use(router)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/things`
    expect((await fetch(url)).status).toBe(204)
    expect((await fetch(url, { headers: { prefer: 'code=404' } })).status).toBe(404)
    server.closeAllConnections()
    server.close()
  })
})

/** The bytes of a response, and how the connection ended. */
async function exchange(
  api: ServedSandbox,
  wish: string,
): Promise<{ readonly text: string; readonly error?: string }> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  let text = ''
  let error: string | undefined
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', (reason: Error & { code?: string }) => (error = reason.code))
  const body = JSON.stringify({ text: 'a' })
  socket.write(
    `POST /notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nPrefer: ${wish}\r\n\r\n${body}`,
  )
  await new Promise((resolve) => socket.once('close', resolve))
  return { text, ...(error !== undefined && { error }) }
}

describe('a fault', () => {
  it('closes the connection without a response', async () => {
    await using api = await serve()
    expect(await exchange(api, 'fault=close')).toStrictEqual({ text: '' })
  })

  it('resets the connection', async () => {
    await using api = await serve()
    expect(await exchange(api, 'fault=reset')).toStrictEqual({ text: '', error: 'ECONNRESET' })
  })

  it('ends in the middle of a body', async () => {
    await using api = await serve()
    const { text } = await exchange(api, 'fault=truncate')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 201 Created\r\nContent-Type: application\/json\r\n/)
    expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(body.length)
    expect(body).not.toBe('')
  })

  it('breaks the JSON of a body', async () => {
    await using api = await serve()
    const response = await fetch(`${api.url}/notes`, { headers: { prefer: 'fault=malformed' } })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  })

  it.each(['close', 'reset', 'truncate', 'malformed'])('changes nothing by %s', async (fault) => {
    await using api = await serve()
    await exchange(api, `fault=${fault}`)
    expect((await api.send('GET', '/notes')).json).toStrictEqual([])
  })
})

describe('parsePreferences', () => {
  it.each([
    ['', []],
    ['code=404', [['code', '404']]],
    [
      'a, b=1 , c="x, \\"y\\"";p=2',
      [
        ['a', ''],
        ['b', '1'],
        ['c', 'x, "y"'],
      ],
    ],
    ['a=1, A=2', [['a', '1']]],
  ])('reads %s', (header, entries) => {
    expect([...parsePreferences(header)]).toStrictEqual(entries)
  })
})
