import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, shareSandbox } from './serve.ts'

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

const api = shareSandbox(notesDocument({ security: [], paths, operations: ['createNote', 'listNotes'] }))
const prefer = (wish: string, headers: Record<string, string> = {}) =>
  api.send('GET', '/things', undefined, { prefer: wish, ...headers })
const gone = { type: 'https://e.example/gone', title: 'Gone away', status: 404 }

describe('Prefer', () => {
  it.each([
    ['code=204', 204, undefined],
    ['code=404', 404, gone],
    ['code="404"; x=1, other', 404, gone],
    ['code=404, CODE=204', 404, gone],
    ['CODE = 200', 200, [{ id: 1 }, { id: 2 }]],
    ['example=none', 200, []],
    ['example="two words"', 200, [{ id: 3 }]],
    ['code=200, example=none', 200, []],
    ['example=gone', 404, gone],
  ])('%s gets the documented response', async (wish, status, body) => {
    const received = await prefer(wish)
    expect([received.status, received.json]).toStrictEqual([status, body])
  })

  it('makes a fitting body and fitting headers where there is no example', async () => {
    const made = { type: expect.any(String), title: expect.any(String), status: expect.any(Number) }
    expect(await prefer('code=503')).toMatchObject({ status: 503, json: made })
    expect(Number((await prefer('code=200')).headers.get('x-total'))).toBeGreaterThanOrEqual(3)
  })

  it('says which wish it has granted', async () => {
    const granted = 'code=200, example=none'
    expect((await prefer(granted)).headers.get('preference-applied')).toBe(granted)
  })

  it('finds an example in the media type that has it, or that Accept names', async () => {
    const table = await prefer('example=table')
    expect([table.headers.get('content-type'), table.text]).toStrictEqual([
      expect.stringContaining('text/csv'),
      'id\r\n1\r\n',
    ])
    expect((await prefer('code=200', { accept: 'text/csv' })).text).toBe('id\r\n1\r\n')
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
    const refused = { status: 400, json: { detail: expect.stringContaining(message) } }
    expect(await prefer(wish)).toMatchObject(refused)
  })

  it('ignores other preferences', async () => {
    const received = await prefer('respond-async, wait=10')
    expect([received.status, received.headers.has('preference-applied')]).toStrictEqual([200, false])
  })

  it('needs a valid request, and changes nothing', async () => {
    const headers = { prefer: 'code=201' }
    expect(await api.status('POST', '/notes', { text: 7 }, headers)).toBe(400)
    expect(await api.status('POST', '/notes', { text: 'a' }, headers)).toBe(201)
    expect(await api.read('/notes')).toStrictEqual([])
  })

  it('waits before the operation acts', async () => {
    const late = api.send('POST', '/notes', { text: 'late' }, { prefer: 'delay=400' })
    await api.send('POST', '/notes', { text: 'soon' })
    await late
    expect(await api.read('/notes')).toMatchObject([{ text: 'soon' }, { text: 'late' }])
  })

  it('says how to authenticate in a 401', async () => {
    await using guarded = await serveSandbox(notesDocument())
    const headers = { prefer: 'code=401', authorization: 'Bearer x' }
    const refused = await guarded.send('GET', '/notes', undefined, headers)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="Notes"')
  })

  it('acts in front of own handlers, too', async () => {
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
async function exchange(wish: string): Promise<{ readonly text: string; readonly error?: string }> {
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
  it.each<[string, object]>([
    ['close', { text: '' }],
    ['reset', { text: '', error: 'ECONNRESET' }],
    [
      'truncate',
      { text: expect.stringMatching(/^HTTP\/1\.1 201 Created\r\nContent-Type: application\/json\r\n/) },
    ],
    ['malformed', { text: expect.stringMatching(/^HTTP\/1\.1 201 Created\r\n/) }],
  ])('is %s, and changes nothing', async (fault, ended) => {
    expect(await exchange(`fault=${fault}`)).toStrictEqual(ended)
    expect(await api.read('/notes')).toStrictEqual([])
  })

  it('ends in the middle of a body', async () => {
    const { text } = await exchange('fault=truncate')
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(Number(/Content-Length: (\d+)/.exec(head)?.[1])).toBeGreaterThan(body.length)
    expect(body).not.toBe('')
  })

  it('breaks the JSON of a body', async () => {
    const received = await api.send('GET', '/notes', undefined, { prefer: 'fault=malformed' })
    expect([received.status, received.json]).toStrictEqual([200, undefined])
    expect(received.text).not.toBe('')
  })
})
