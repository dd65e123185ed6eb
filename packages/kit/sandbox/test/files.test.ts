import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part } from './small-documents.ts'

const id = { type: 'integer' }
const text = { type: 'string' }
const plain = (description: string): Part => ({ description, content: { 'text/plain': { schema: text } } })
const bytes = (mediaType: string): Part => ({ description: 'It.', content: { [mediaType]: {} } })

const document = documentOf({
  '/scenes': {
    post: {
      requestBody: body(object({ name: text })),
      responses: { 201: json(object({ id, name: text }, ['id'])), ...errors(400) },
    },
  },
  '/scenes/{sceneId}': {
    parameters: [inPath('sceneId', id)],
    get: { responses: { 200: json(object({ id, name: text, size: id }, ['id'])), ...errors(404) } },
    delete: { responses: { 204: { description: 'Gone.' }, ...errors(404) } },
  },
  '/scenes/{sceneId}/notes': {
    parameters: [inPath('sceneId', id)],
    get: { responses: { 200: plain('The notes.'), ...errors(404) } },
    put: { requestBody: body(text, 'text/plain'), responses: { 200: plain('The notes.'), ...errors(404) } },
  },
  '/scenes/{sceneId}/images': {
    parameters: [inPath('sceneId', id)],
    post: {
      requestBody: body(
        object({ file: { type: 'string', format: 'binary' } }, ['file']),
        'multipart/form-data',
      ),
      responses: { 201: json(object({ id, size: id }, ['id', 'size'])), ...errors(400, 404) },
    },
  },
  '/scenes/{sceneId}/images/{imageId}': {
    parameters: [inPath('sceneId', id), inPath('imageId', id)],
    get: { responses: { 200: bytes('image/*'), ...errors(404) } },
    put: {
      requestBody: { required: true, content: { 'image/gif': {} } },
      responses: { 204: { description: 'Kept.' }, ...errors(404) },
    },
  },
})

const gif = new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 255])

describe('what a request brings as text or as a file', () => {
  it('is what a read shows', async () => {
    await using api = await serveSandbox(document)
    await api.send('POST', '/scenes', { name: 'Bridge' })
    const notes = {
      method: 'PUT',
      body: 'Keep the fog.\nÄ ß 😀 "quoted"',
      headers: { 'content-type': 'text/plain' },
    }
    const put = await fetch(`${api.url}/scenes/1/notes`, notes)
    expect(await put.text()).toBe(notes.body)
    const read = await api.send('GET', '/scenes/1/notes')
    expect([read.text, read.headers.get('content-type')]).toStrictEqual([
      notes.body,
      'text/plain; charset=utf-8',
    ])
    await api.send('DELETE', '/scenes/1')
    expect((await api.send('GET', '/scenes/1/notes')).status).toBe(404)
  })

  it('is kept byte by byte, with its media type', async () => {
    await using api = await serveSandbox(document)
    await api.send('POST', '/scenes', { name: 'Bridge' })
    const form = new FormData()
    form.append('file', new Blob([gif], { type: 'image/gif' }), 'bridge.gif')
    const payload = new Response(form)
    const sent = {
      method: 'POST',
      body: await payload.arrayBuffer(),
      headers: { 'content-type': payload.headers.get('content-type') ?? '' },
    }
    const created = await fetch(`${api.url}/scenes/1/images`, sent)
    expect(await created.json()).toStrictEqual({ id: 1, size: 8 })
    const path = `${api.url}/scenes/1/images/1`
    const image = await fetch(path)
    expect(image.headers.get('content-type')).toBe('image/gif')
    expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(gif)
    const other = gif.toReversed()
    expect(
      (await fetch(path, { method: 'PUT', body: other, headers: { 'content-type': 'image/gif' } })).status,
    ).toBe(204)
    expect(new Uint8Array(await (await fetch(path)).arrayBuffer())).toStrictEqual(other)
  })
})
