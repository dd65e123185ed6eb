import { beforeEach, describe, expect, it } from 'vitest'
import { shareSandbox } from './serve.ts'
import {
  body,
  collection,
  documentOf,
  empty,
  errors,
  inPath,
  integer,
  json,
  object,
  type Part,
  text,
} from './small-documents.ts'

const plain = (...refusals: readonly number[]): Part => ({
  responses: {
    200: { description: 'The notes.', content: { 'text/plain': { schema: text } } },
    ...errors(...refusals),
  },
})
const file = object({ file: { type: 'string', format: 'binary' } }, ['file'])
const image = object({ id: integer, size: integer }, ['id', 'size'])
const sceneId = inPath('sceneId', integer)

const document = documentOf({
  ...collection('/scenes/{sceneId}', object({ id: integer, name: text, size: integer }, ['id']), {
    sent: object({ name: text }),
    moreOfItem: { delete: empty(404) },
  }),
  '/scenes/{sceneId}/notes': {
    parameters: [sceneId],
    get: plain(404),
    put: { requestBody: body(text, 'text/plain'), ...plain(404) },
  },
  '/scenes/{sceneId}/images': {
    parameters: [sceneId],
    post: {
      requestBody: body(file, 'multipart/form-data'),
      responses: { 201: json(image), ...errors(400, 404) },
    },
  },
  '/scenes/{sceneId}/images/{imageId}': {
    parameters: [sceneId, inPath('imageId', integer)],
    get: { responses: { 200: { description: 'It.', content: { 'image/*': {} } }, ...errors(404) } },
    put: { requestBody: { required: true, content: { 'image/gif': {} } }, ...empty(404) },
  },
})

const gif = new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 255])

describe('what a request brings as text or as a file', () => {
  const api = shareSandbox(document)
  beforeEach(() => api.send('POST', '/scenes', { name: 'Bridge' }))

  it('is what a read shows', async () => {
    const notes = 'Keep the fog.\nÄ ß 😀 "quoted"'
    const headers = { 'content-type': 'text/plain' }
    const put = await fetch(`${api.url}/scenes/1/notes`, { method: 'PUT', body: notes, headers })
    expect(await put.text()).toBe(notes)
    const read = await api.send('GET', '/scenes/1/notes')
    expect([read.text, read.headers.get('content-type')]).toStrictEqual([notes, 'text/plain; charset=utf-8'])
    await api.send('DELETE', '/scenes/1')
    expect(await api.status('GET', '/scenes/1/notes')).toBe(404)
  })

  it('is kept byte by byte, with its media type', async () => {
    const form = new FormData()
    form.append('file', new Blob([gif], { type: 'image/gif' }), 'bridge.gif')
    const created = await fetch(`${api.url}/scenes/1/images`, { method: 'POST', body: form })
    expect(await created.json()).toStrictEqual({ id: 1, size: 8 })
    const path = `${api.url}/scenes/1/images/1`
    const read = await fetch(path)
    expect(read.headers.get('content-type')).toBe('image/gif')
    expect(new Uint8Array(await read.arrayBuffer())).toStrictEqual(gif)
    const other = gif.toReversed()
    const put = await fetch(path, { method: 'PUT', body: other, headers: { 'content-type': 'image/gif' } })
    expect(put.status).toBe(204)
    expect(new Uint8Array(await (await fetch(path)).arrayBuffer())).toStrictEqual(other)
  })
})
