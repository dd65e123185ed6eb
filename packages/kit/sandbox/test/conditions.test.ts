import { beforeEach, describe, expect, it } from 'vitest'
import { json, notesDocument, type Part, problem } from './access-document.ts'
import { serveSandbox, type ServedSandbox, shareSandbox } from './serve.ts'

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
const requestBody = { required: true, content: json(page) }

const documentWith = (changes: Part) =>
  notesDocument({
    security: [],
    operations: ['createNote', 'listNotes'],
    paths: {
      '/pages': {
        get: { responses: { 200: ok({ type: 'array', items: page }), ...conditional } },
        post: { requestBody, responses: { 201: ok(page) } },
      },
      '/pages/{pageId}': {
        parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: ok(page), ...conditional } },
        put: { requestBody, responses: { 200: ok(page), 404: problem, ...changes } },
        delete: { responses: { 204: { description: 'Gone.' }, 404: problem, ...changes } },
      },
    },
  })

const path = '/pages/1'
const createPage = async (served: ServedSandbox): Promise<string> =>
  (await served.send('POST', '/pages', { title: 'One' })).headers.get('etag') ?? ''

const api = shareSandbox(documentWith({ 412: problem }))
let tag: string
beforeEach(async () => (tag = await createPage(api)))

/** Headers of a condition; TAG stands for the current tag. */
const headersOf = (condition: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(condition).map(([name, value]) => [name, String(value).replace('TAG', tag)]),
  )
const later = new Date(Date.now() + 3_600_000).toUTCString()
const earlier = new Date(0).toUTCString()

describe('conditions of reads', () => {
  it.each([
    [{ 'if-none-match': 'TAG' }, 304],
    [{ 'if-none-match': '"x,y", TAG' }, 304],
    [{ 'if-none-match': 'W/TAG' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"other"' }, 200],
    [{ 'if-modified-since': later }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': '"x"', 'if-modified-since': later }, 200],
  ])('give for %o %i', async (condition, status) => {
    const received = await api.send('GET', path, undefined, headersOf(condition))
    expect([received.status, received.headers.get('etag')]).toStrictEqual([status, tag])
  })

  it('hold for lists, whose tag changes with their items', async () => {
    const before = (await api.send('GET', '/pages')).headers.get('etag') ?? ''
    const same = await api.send('GET', '/pages', undefined, { 'if-none-match': before })
    expect([same.status, same.text, same.headers.get('etag')]).toStrictEqual([304, '', before])
    await api.send('PUT', path, { title: 'Two' })
    const after = await api.send('GET', '/pages', undefined, { 'if-none-match': before })
    expect(after.status).toBe(200)
    expect(after.headers.get('etag')).not.toBe(before)
  })

  it('are ignored where the document has no 304', async () => {
    await api.send('POST', '/notes', { text: 'a' })
    expect(await api.status('GET', '/notes', undefined, { 'if-none-match': '*' })).toBe(200)
  })
})

describe('conditions of changes', () => {
  it.each([
    [{ 'if-match': 'TAG' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': 'W/TAG' }, 412],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-none-match': '*' }, 412],
    [{ 'if-unmodified-since': later }, 200],
    [{ 'if-unmodified-since': earlier }, 412],
    [{ 'if-match': 'TAG', 'if-unmodified-since': earlier }, 200],
  ])('give for %o %i', async (condition, status) => {
    expect(await api.status('PUT', path, { title: 'Two' }, headersOf(condition))).toBe(status)
    expect(await api.read(path)).toMatchObject({ title: status === 200 ? 'Two' : 'One' })
  })

  it('hold for deletions, and fail after a change', async () => {
    const changed = await api.send('PUT', path, { title: 'Two' }, { 'if-match': tag })
    expect(await api.status('DELETE', path, undefined, { 'if-match': tag })).toBe(412)
    const current = changed.headers.get('etag') ?? ''
    expect(await api.status('DELETE', path, undefined, { 'if-match': current })).toBe(204)
  })

  it('are required where the document has 428', async () => {
    await using strict = await serveSandbox(documentWith({ 412: problem, 428: problem }))
    const headers = { 'if-match': await createPage(strict) }
    const missing = await strict.send('PUT', path, { title: 'Two' })
    expect(missing).toMatchObject({ status: 428, json: { title: 'Precondition Required', status: 428 } })
    expect(await strict.status('PUT', path, { title: 'Two' }, headers)).toBe(200)
  })

  it('are ignored where the document has none of them', async () => {
    await using free = await serveSandbox(documentWith({}))
    await createPage(free)
    expect(await free.status('PUT', path, { title: 'Two' }, { 'if-match': '"x"' })).toBe(200)
  })
})
