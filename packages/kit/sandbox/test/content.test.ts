import { describe, expect, it } from 'vitest'
import { notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const row = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const rows = { type: 'object', required: ['items'], properties: { items: { type: 'array', items: row } } }
const text = { type: 'string' }
const types = (one: Part): Part => ({
  'application/json': { schema: one },
  'text/csv': { schema: text },
  'application/x-ndjson': { schema: text },
  'application/json-seq': { schema: text },
  'text/event-stream': { schema: text },
  'application/xml': { schema: text, example: '<rows/>' },
})
const paths = (more: Part, content = types): Part => ({
  '/rows': {
    get: {
      operationId: 'listRows',
      responses: { 200: { description: 'All.', content: content(rows) }, ...more },
    },
    post: {
      operationId: 'createRow',
      requestBody: { required: true, content: { 'application/json': { schema: row } } },
      responses: { 201: { description: 'It.', content: { 'application/json': { schema: row } } }, ...more },
    },
  },
  '/rows/{rowId}': {
    parameters: [{ name: 'rowId', in: 'path', required: true, schema: { type: 'integer' } }],
    get: {
      operationId: 'readRow',
      responses: { 200: { description: 'It.', content: content(row) }, 404: problem, ...more },
    },
  },
})
const serve = async (more: Part = { 406: problem }, content = types): Promise<ServedSandbox> => {
  const api = await serveSandbox(notesDocument({ security: [], paths: paths(more, content) }))
  await api.send('POST', '/rows', { name: 'a "b", c', tags: ['x', 'y'] })
  await api.send('POST', '/rows', { name: 'two\nlines' })
  return api
}
const get = (api: ServedSandbox, path: string, accept: string) => api.send('GET', path, undefined, { accept })

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
    await using api = await serve()
    const received = await get(api, '/rows', accept)
    expect([received.status, received.headers.get('content-type')?.split(';')[0]]).toStrictEqual([200, type])
  })

  it.each(['image/png', 'application/json;q=0', 'text/csv;q=0.0'])(
    '%s gets the documented 406',
    async (accept) => {
      await using api = await serve()
      const refused = await get(api, '/rows/1', accept)
      expect([refused.status, refused.json]).toMatchObject([406, { title: 'Not Acceptable' }])
      expect(refused.json).toMatchObject({ detail: expect.stringContaining('application/json, text/csv') })
    },
  )

  it('is ignored where the document has no 406', async () => {
    await using api = await serve({})
    const received = await get(api, '/rows', 'image/png')
    expect([received.status, received.headers.get('content-type')]).toStrictEqual([
      200,
      'application/json; charset=utf-8',
    ])
  })

  it('is judged before anything changes', async () => {
    await using api = await serve()
    const refused = await api.send('POST', '/rows', { name: 'three' }, { accept: 'image/png' })
    expect(refused.status).toBe(406)
    expect((await api.send('GET', '/rows')).json).toMatchObject({ items: [{}, {}] })
  })
})

const ownColumns = () => ({ 'text/csv': { schema: text, example: 'Name,ID\r\nx,9\r\n' } })

describe('content that is no JSON', () => {
  it('is CSV with a header line', async () => {
    await using api = await serve()
    expect((await get(api, '/rows', 'text/csv')).text).toBe(
      'id,name,tags\r\n1,"a ""b"", c","[""x"",""y""]"\r\n2,"two\nlines",\r\n',
    )
    expect((await get(api, '/rows/2', 'text/csv')).text).toBe('id,name,tags\r\n2,"two\nlines",\r\n')
  })

  it('is CSV with the columns of the example', async () => {
    await using api = await serve({}, ownColumns)
    expect((await get(api, '/rows/2', 'text/csv')).text).toBe('Name,ID\r\n"two\nlines",2\r\n')
  })

  it('is one JSON text a line', async () => {
    await using api = await serve()
    expect((await get(api, '/rows', 'application/x-ndjson')).text).toBe(
      '{"id":1,"name":"a \\"b\\", c","tags":["x","y"]}\n{"id":2,"name":"two\\nlines"}\n',
    )
    const sequence = (await get(api, '/rows', 'application/json-seq')).text
    expect(
      sequence
        .split('\u001E')
        .slice(1)
        .map((one) => (JSON.parse(one) as { id: number }).id),
    ).toStrictEqual([1, 2])
  })

  it.each([
    ['text/csv', 'id,name,tags\r\n'],
    ['application/x-ndjson', ''],
    ['application/json-seq', ''],
    ['text/event-stream', ': no events\n\n'],
  ])('is empty in %s', async (type, body) => {
    await using api = await serveSandbox(notesDocument({ security: [], paths: paths({}) }))
    const received = await get(api, '/rows', type)
    expect([received.status, received.text]).toStrictEqual([200, body])
  })

  it('is a stream of events that ends', async () => {
    await using api = await serve()
    expect((await get(api, '/rows', 'text/event-stream')).text).toBe(
      'id: 1\ndata: {"id":1,"name":"a \\"b\\", c","tags":["x","y"]}\n\nid: 2\ndata: {"id":2,"name":"two\\nlines"}\n\n',
    )
  })

  it('is the XML of the example', async () => {
    await using api = await serve()
    expect((await get(api, '/rows', 'application/xml')).text).toBe('<rows/>')
  })

  it.each([
    ['image/png', [0x89, 0x50, 0x4e, 0x47]],
    ['image/*', [0x89, 0x50, 0x4e, 0x47]],
    ['application/pdf', [...Buffer.from('%PDF')]],
    ['application/zip', [0x50, 0x4b, 5, 6]],
  ])('is a small file for %s', async (type, start) => {
    const report = { [type]: { schema: { type: 'string', format: 'binary' } } }
    const responses = { 200: { description: 'It.', content: report } }
    const document = notesDocument({
      security: [],
      paths: { '/report': { get: { operationId: 'readReport', responses } } },
    })
    await using api = await serveSandbox(document)
    const received = await fetch(`${api.url}/report`)
    expect(received.headers.get('content-type')).toBe(type.replace('*', 'png'))
    expect([...new Uint8Array(await received.arrayBuffer())].slice(0, 4)).toStrictEqual(start)
  })
})

const header = (schema: Part, required = true): Part => ({ required, schema })

const serveHeaders = (headers: Part, content?: Part) => {
  const responses = { 200: { description: 'It.', headers, ...(content && { content }) } }
  return serveSandbox(
    notesDocument({ security: [], paths: { '/it': { get: { operationId: 'readIt', responses } } } }),
  )
}

const read = async (api: ServedSandbox, name: string) =>
  (await api.send('GET', '/it')).headers.get(name) ?? ''

describe('headers', () => {
  it.each([
    [{ type: 'string', format: 'uuid' }, /^[\da-f-]{36}$/],
    [{ type: 'string', pattern: '^req_[a-z0-9]{12}$' }, /^req_[a-z\d]{12}$/],
    [{ type: 'string', example: 'fixed' }, /./],
  ])('name each response anew (%o)', async (schema, form) => {
    await using api = await serveHeaders({ 'X-Request-ID': header(schema) })
    const [one, other] = [await read(api, 'x-request-id'), await read(api, 'x-request-id')]
    expect(one).toMatch(form)
    expect(other).not.toBe(one)
  })

  it.each([
    ['X-RateLimit-Limit', { type: 'integer', example: 60 }, /^60$/],
    ['X-RateLimit-Remaining', { type: 'integer', minimum: 5 }, /^\d+$/],
    ['RateLimit-Reset', { type: 'integer', example: 1_700_000_000 }, /^(?!17000)\d{10}$/],
    ['Retry-After', { type: 'integer' }, /^1$/],
    ['Cache-Control', { type: 'string' }, /^no-store$/],
    ['Cache-Control', { type: 'string', const: 'private' }, /^private$/],
    ['Content-Disposition', { type: 'string' }, /^attachment; filename="export\.csv"$/],
    ['X-Served-At', { type: 'string', format: 'date-time' }, /^\d{4}-.*Z$/],
    ['X-Name', { type: 'string', example: 'Grüße – 你好' }, /^Gr%C3%BC/],
  ])('%s follows its schema', async (name, schema, value) => {
    await using api = await serveHeaders({ [name]: header(schema) }, { 'text/csv': { schema: text } })
    expect(await read(api, name)).toMatch(value)
  })
})
