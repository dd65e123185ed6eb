import { beforeEach, describe, expect, it } from 'vitest'
import { notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, type ServedSandbox, shareSandbox } from './serve.ts'
import { integer, object } from './small-documents.ts'

const text = { type: 'string' }
const row = {
  type: 'object',
  required: ['name'],
  properties: { id: { type: 'integer', readOnly: true }, name: text, tags: { type: 'array', items: text } },
}
const rows = { type: 'object', required: ['items'], properties: { items: { type: 'array', items: row } } }
const types = (one: Part): Part => ({
  'application/json': { schema: one },
  'text/csv': { schema: text },
  'application/x-ndjson': { schema: text },
  'application/json-seq': { schema: text },
  'text/event-stream': { schema: text },
  'application/xml': { schema: text, example: '<rows/>' },
})
const documentWith = (more: Part, content = types) => {
  const json = { 'application/json': { schema: row } }
  return notesDocument({
    security: [],
    operations: [],
    paths: {
      '/rows': {
        get: { responses: { 200: { description: 'All.', content: content(rows) }, ...more } },
        post: {
          requestBody: { required: true, content: json },
          responses: { 201: { description: 'It.', content: json }, ...more },
        },
      },
      '/rows/{rowId}': {
        parameters: [{ name: 'rowId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: { description: 'It.', content: content(row) }, 404: problem, ...more } },
      },
    },
  })
}
const fill = async (served: ServedSandbox) => {
  await served.send('POST', '/rows', { name: 'a "b", c', tags: ['x', 'y'] })
  await served.send('POST', '/rows', { name: 'two\nlines' })
}
const get = (served: ServedSandbox, path: string, accept: string) =>
  served.send('GET', path, undefined, { accept })

const api = shareSandbox(documentWith({ 406: problem }))
beforeEach(() => fill(api))

describe('Accept', () => {
  it.each([
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/*', 'text/csv'],
    ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
    ['text/csv;q=0.4, application/json;q=0.5', 'application/json'],
    ['application/json;q=0, */*', 'text/csv'],
    ['text/*;q=0.9, text/csv;q=0.1, text/event-stream', 'text/event-stream'],
    ['TEXT/CSV', 'text/csv'],
    ['text/csv;charset=utf-8', 'text/csv'],
    ['image/png, application/x-ndjson', 'application/x-ndjson'],
  ])('%s gets %s', async (accept, type) => {
    const received = await get(api, '/rows', accept)
    expect([received.status, received.headers.get('content-type')?.split(';')[0]]).toStrictEqual([200, type])
  })

  it.each(['image/png', 'application/json;q=0', 'text/csv;q=0.0'])(
    '%s gets the documented 406',
    async (accept) => {
      expect(await get(api, '/rows/1', accept)).toMatchObject({
        status: 406,
        json: { title: 'Not Acceptable', detail: expect.stringContaining('application/json, text/csv') },
      })
    },
  )

  it('is judged before anything changes', async () => {
    expect(await api.status('POST', '/rows', { name: 'three' }, { accept: 'image/png' })).toBe(406)
    expect(await api.read('/rows')).toMatchObject({ items: [{}, {}] })
  })
})

const ownColumns = () => ({ 'text/csv': { schema: text, example: 'Name,ID\r\nx,9\r\n' } })

describe('content that is no JSON', () => {
  it.each([
    ['text/csv', '/rows', 'id,name,tags\r\n1,"a ""b"", c","[""x"",""y""]"\r\n2,"two\nlines",\r\n'],
    ['text/csv', '/rows/2', 'id,name,tags\r\n2,"two\nlines",\r\n'],
    [
      'application/x-ndjson',
      '/rows',
      '{"id":1,"name":"a \\"b\\", c","tags":["x","y"]}\n{"id":2,"name":"two\\nlines"}\n',
    ],
    [
      'application/json-seq',
      '/rows',
      '\u001E{"id":1,"name":"a \\"b\\", c","tags":["x","y"]}\n\u001E{"id":2,"name":"two\\nlines"}\n',
    ],
    [
      'text/event-stream',
      '/rows',
      'id: 1\ndata: {"id":1,"name":"a \\"b\\", c","tags":["x","y"]}\n\nid: 2\ndata: {"id":2,"name":"two\\nlines"}\n\n',
    ],
    ['application/xml', '/rows', '<rows/>'],
  ])('is %s of %s', async (type, path, body) => {
    expect((await get(api, path, type)).text).toBe(body)
  })

  it.each([
    ['text/csv', 'id,name,tags\r\n'],
    ['application/x-ndjson', ''],
    ['application/json-seq', ''],
    ['text/event-stream', ': no events\n\n'],
  ])('is empty in %s', async (type, body) => {
    api.sandbox.reset()
    expect(await get(api, '/rows', type)).toMatchObject({ status: 200, text: body })
  })

  it('has the columns of its example, and of whatever type, where the document has no 406', async () => {
    await using other = await serveSandbox(documentWith({}, ownColumns))
    await fill(other)
    const received = await get(other, '/rows/2', 'image/png')
    expect([received.status, received.text]).toStrictEqual([200, 'Name,ID\r\n"two\nlines",2\r\n'])
  })
})

/** A sandbox whose `GET /it` has this response. */
const serveIt = (response: Part) => {
  const responses = { 200: { description: 'It.', ...response } }
  return serveSandbox(
    notesDocument({ security: [], operations: [], paths: { '/it': { get: { responses } } } }),
  )
}

describe('a file', () => {
  it.each([
    ['image/png', [0x89, 0x50, 0x4e, 0x47]],
    ['image/*', [0x89, 0x50, 0x4e, 0x47]],
    ['application/pdf', [...Buffer.from('%PDF')]],
    ['application/zip', [0x50, 0x4b, 5, 6]],
  ])('is a small one for %s', async (type, start) => {
    await using served = await serveIt({ content: { [type]: { schema: { ...text, format: 'binary' } } } })
    const received = await fetch(`${served.url}/it`)
    expect(received.headers.get('content-type')).toBe(type.replace('*', 'png'))
    expect([...new Uint8Array(await received.arrayBuffer())].slice(0, 4)).toStrictEqual(start)
  })
})

describe('headers', () => {
  it('follow their names and schemas', async () => {
    const cases: Readonly<Record<string, readonly [Part, RegExp]>> = {
      'X-RateLimit-Limit': [{ type: 'integer', example: 60 }, /^60$/],
      'X-RateLimit-Remaining': [{ type: 'integer', minimum: 5 }, /^\d+$/],
      'RateLimit-Reset': [{ type: 'integer', example: 1_700_000_000 }, /^(?!17000)\d{10}$/],
      'Retry-After': [{ type: 'integer' }, /^1$/],
      'Cache-Control': [text, /^no-store$/],
      'X-RateLimit-Reset': [{ type: 'integer', const: 7 }, /^7$/],
      'Content-Disposition': [text, /^attachment; filename="export\.csv"$/],
      'X-Served-At': [{ ...text, format: 'date-time' }, /^\d{4}-.*Z$/],
      'X-Point': [
        object({ x: { ...integer, const: 1 }, y: { ...integer, const: 2 } }, ['x', 'y']),
        /^x,1,y,2$/,
      ],
      'X-Name': [{ ...text, example: 'Grüße – 你好' }, /^Gr%C3%BC/],
    }
    const headers: Record<string, object> = Object.fromEntries(
      Object.entries(cases).map(([name, [schema]]) => [name, { required: true, schema }]),
    )
    headers['X-List'] = { required: true, content: { 'application/json': { schema: { const: [1, 2] } } } }
    await using served = await serveIt({ headers, content: { 'text/csv': { schema: text } } })
    const received = await served.send('GET', '/it')
    expect(received.headers.get('x-list')).toBe('[1,2]')
    for (const [name, [, value]] of Object.entries(cases)) expect(received.headers.get(name)).toMatch(value)
  })

  it.each([
    [{ ...text, format: 'uuid' }, /^[\da-f-]{36}$/],
    [{ ...text, pattern: '^req_[a-z0-9]{12}$' }, /^req_[a-z\d]{12}$/],
    [{ ...text, example: 'fixed' }, /./],
  ])('name each response anew (%o)', async (schema, form) => {
    await using served = await serveIt({ headers: { 'X-Request-ID': { required: true, schema } } })
    const [one, other] = [await served.send('GET', '/it'), await served.send('GET', '/it')]
    expect(one.headers.get('x-request-id')).toMatch(form)
    expect(other.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'))
  })

  it('never say of the body what it is not', async () => {
    const headers = {
      'Content-Encoding': { example: 'gzip' },
      'Keep-Alive': { example: 'timeout=900' },
      'Content-Length': { example: '3' },
    }
    await using served = await serveIt({ headers, content: { 'text/plain': { example: 'plain text' } } })
    const received = await served.send('GET', '/it')
    expect(received.headers.get('content-encoding')).toBeNull()
    expect(received.headers.get('keep-alive')).not.toBe('timeout=900')
    expect(received.text).toBe('plain text')
  })
})
