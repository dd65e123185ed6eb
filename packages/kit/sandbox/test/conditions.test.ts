import { describe, expect, it } from 'vitest'
import { json, notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, type ServedSandbox } from './serve.ts'

const tagged = {
  ETag: { required: true, schema: { type: 'string' } },
  'Last-Modified': { schema: { type: 'string' } },
}
const page = {
  type: 'object',
  required: ['title'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } },
}
const ok = (schema: Part): Part => ({ description: 'It.', headers: tagged, content: json(schema) })
const conditional = { 304: { description: 'The same.', headers: tagged }, 404: problem }

const paths = (changes: Part): Part => ({
  '/pages': {
    get: { operationId: 'listPages', responses: { 200: ok({ type: 'array', items: page }), ...conditional } },
    post: {
      operationId: 'createPage',
      requestBody: { required: true, content: json(page) },
      responses: { 201: ok(page) },
    },
  },
  '/pages/{pageId}': {
    parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'readPage', responses: { 200: ok(page), ...conditional } },
    put: {
      operationId: 'replacePage',
      requestBody: { required: true, content: json(page) },
      responses: { 200: ok(page), 404: problem, ...changes },
    },
    delete: {
      operationId: 'deletePage',
      responses: { 204: { description: 'Gone.' }, 404: problem, ...changes },
    },
  },
})
const serve = (changes: Part = { 412: problem }) =>
  serveSandbox(notesDocument({ security: [], paths: paths(changes) }))
const createPage = async (api: ServedSandbox) => {
  const { headers, json: body } = await api.send('POST', '/pages', { title: 'One' })
  return { path: `/pages/${(body as { id: number }).id}`, tag: headers.get('etag') ?? '' }
}

describe('conditions of reads', () => {
  it.each([
    ['the current tag', (tag: string) => ({ 'if-none-match': tag }), 304],
    ['one tag of several', (tag: string) => ({ 'if-none-match': `"x,y", ${tag}` }), 304],
    ['the weak form of the tag', (tag: string) => ({ 'if-none-match': `W/${tag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"other"' }), 200],
    ['a later time', () => ({ 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() }), 304],
    ['an earlier time', () => ({ 'if-modified-since': new Date(0).toUTCString() }), 200],
    ['no date', () => ({ 'if-modified-since': 'yesterday' }), 200],
    [
      'another tag and a later time',
      () => ({ 'if-none-match': '"x"', 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() }),
      200,
    ],
  ])('with %s are judged', async (_name, headersFor, status) => {
    await using api = await serve()
    const { path, tag } = await createPage(api)
    const received = await api.send('GET', path, undefined, headersFor(tag))
    expect([received.status, received.headers.get('etag')]).toStrictEqual([status, tag])
  })

  it('hold for lists, whose tag changes with their items', async () => {
    await using api = await serve()
    const { path } = await createPage(api)
    const before = (await api.send('GET', '/pages')).headers.get('etag') ?? ''
    const same = await api.send('GET', '/pages', undefined, { 'if-none-match': before })
    expect([same.status, same.text, same.headers.get('etag')]).toStrictEqual([304, '', before])
    await api.send('PUT', path, { title: 'Two' })
    const after = await api.send('GET', '/pages', undefined, { 'if-none-match': before })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(before)
  })

  it('are ignored where the document has no 304', async () => {
    await using api = await serveSandbox(notesDocument({ security: [] }))
    await api.send('POST', '/notes', { text: 'a' })
    expect((await api.send('GET', '/notes', undefined, { 'if-none-match': '*' })).status).toBe(200)
  })
})

describe('conditions of changes', () => {
  it.each([
    ['the current tag', (tag: string) => ({ 'if-match': tag }), 200],
    ['any tag', () => ({ 'if-match': '*' }), 200],
    ['the weak form of the tag', (tag: string) => ({ 'if-match': `W/${tag}` }), 412],
    ['another tag', () => ({ 'if-match': '"other"' }), 412],
    ['a version that must not exist', () => ({ 'if-none-match': '*' }), 412],
    ['a later time', () => ({ 'if-unmodified-since': new Date(Date.now() + 60_000).toUTCString() }), 200],
    ['an earlier time', () => ({ 'if-unmodified-since': new Date(0).toUTCString() }), 412],
    [
      'the current tag and an earlier time',
      (tag: string) => ({ 'if-match': tag, 'if-unmodified-since': new Date(0).toUTCString() }),
      200,
    ],
  ])('with %s are judged', async (_name, headersFor, status) => {
    await using api = await serve()
    const { path, tag } = await createPage(api)
    const changed = await api.send('PUT', path, { title: 'Two' }, headersFor(tag))
    expect(changed.status).toBe(status)
    expect((await api.send('GET', path)).json).toMatchObject({ title: status === 200 ? 'Two' : 'One' })
  })

  it('hold for deletions, and fail after a change', async () => {
    await using api = await serve()
    const { path, tag } = await createPage(api)
    const changed = await api.send('PUT', path, { title: 'Two' }, { 'if-match': tag })
    expect((await api.send('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412)
    const current = changed.headers.get('etag') ?? ''
    expect((await api.send('DELETE', path, undefined, { 'if-match': current })).status).toBe(204)
  })

  it('are required where the document has 428', async () => {
    await using api = await serve({ 412: problem, 428: problem })
    const { path, tag } = await createPage(api)
    const missing = await api.send('PUT', path, { title: 'Two' })
    expect([missing.status, missing.json]).toMatchObject([
      428,
      { title: 'Precondition Required', status: 428 },
    ])
    expect((await api.send('PUT', path, { title: 'Two' }, { 'if-match': tag })).status).toBe(200)
  })

  it('are ignored where the document has none of them', async () => {
    await using api = await serve({})
    const { path } = await createPage(api)
    expect((await api.send('PUT', path, { title: 'Two' }, { 'if-match': '"x"' })).status).toBe(200)
  })
})
