import { describe, expect, it } from 'vitest'
import { serveSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part, ref } from './small-documents.ts'

const text = { type: 'string' }
const id = { type: 'integer' }
const schemas = {
  Owner: object({ id, name: text }, ['id']),
  Pet: object({ id, ownerId: id, name: text }, ['id', 'ownerId']),
}
const named = object({ name: text })

const owners = (removal: Part): Part => ({
  '/owners': { post: { requestBody: body(named), responses: { 201: json(ref('Owner')), ...errors(400) } } },
  '/owners/{ownerId}': {
    parameters: [inPath('ownerId', id)],
    get: { responses: { 200: json(ref('Owner')), ...errors(404) } },
    delete: { responses: removal },
  },
  '/owners/{ownerId}/pets': {
    parameters: [inPath('ownerId', id)],
    post: { requestBody: body(named), responses: { 201: json(ref('Pet')), ...errors(400, 404) } },
    get: { responses: { 200: json({ type: 'array', items: ref('Pet') }), ...errors(404) } },
  },
  '/owners/{ownerId}/pets/{petId}': {
    parameters: [inPath('ownerId', id), inPath('petId', id)],
    get: { responses: { 200: json(ref('Pet')), ...errors(404) } },
  },
})

describe('DELETE', () => {
  it('takes the children with it', async () => {
    await using api = await serveSandbox(
      documentOf(owners({ 204: { description: 'Gone.' }, ...errors(404) }), schemas),
    )
    await api.send('POST', '/owners', { name: 'Ada' })
    expect((await api.send('POST', '/owners/1/pets', { name: 'Rex' })).json).toStrictEqual({
      id: 1,
      ownerId: 1,
      name: 'Rex',
    })
    expect((await api.send('GET', '/owners/1/pets/1')).status).toBe(200)
    expect((await api.send('DELETE', '/owners/1')).status).toBe(204)
    for (const path of ['/owners/1', '/owners/1/pets', '/owners/1/pets/1'])
      expect((await api.send('GET', path)).status).toBe(404)
    expect((await api.send('POST', '/owners/1/pets', { name: 'Rex' })).status).toBe(404)
    expect((await api.send('DELETE', '/owners/1')).status).toBe(404)
  })

  it('shows the deleted item where the document has a body', async () => {
    await using api = await serveSandbox(
      documentOf(owners({ 200: json(ref('Owner')), ...errors(404) }), schemas),
    )
    await api.send('POST', '/owners', { name: 'Ada' })
    const removed = await api.send('DELETE', '/owners/1')
    expect([removed.status, removed.json]).toStrictEqual([200, { id: 1, name: 'Ada' }])
  })

  it('is accepted where the document only has 202', async () => {
    await using api = await serveSandbox(
      documentOf(owners({ 202: { description: 'Soon.' }, ...errors(404) }), schemas),
    )
    await api.send('POST', '/owners', { name: 'Ada' })
    expect((await api.send('DELETE', '/owners/1')).status).toBe(202)
    expect((await api.send('GET', '/owners/1')).status).toBe(404)
  })

  it('succeeds again where the document has no response for an unknown item', async () => {
    await using api = await serveSandbox(documentOf(owners({ 204: { description: 'Gone.' } }), schemas))
    await api.send('POST', '/owners', { name: 'Ada' })
    expect((await api.send('DELETE', '/owners/1')).status).toBe(204)
    expect((await api.send('DELETE', '/owners/1')).status).toBe(204)
  })
})

describe('a singleton', () => {
  const settings = object({ language: { enum: ['en', 'sv'], default: 'en' }, theme: text }, ['language'])
  const singleton = (read: Part): Part => ({
    '/settings': {
      get: { responses: { 200: json(settings), ...read } },
      put: { requestBody: body(settings), responses: { 200: json(settings), ...errors(400) } },
      patch: {
        requestBody: body(object({ theme: text })),
        responses: { 200: json(settings), ...errors(400) },
      },
      delete: { responses: { 204: { description: 'Reset.' } } },
    },
  })

  it('exists from the first read, and is reset by DELETE', async () => {
    await using api = await serveSandbox(documentOf(singleton({})))
    expect((await api.send('GET', '/settings')).json).toStrictEqual({ language: 'en' })
    expect((await api.send('PATCH', '/settings', { theme: 'dark' })).json).toStrictEqual({
      language: 'en',
      theme: 'dark',
    })
    expect((await api.send('PUT', '/settings', { language: 'sv' })).json).toStrictEqual({ language: 'sv' })
    expect((await api.send('DELETE', '/settings')).status).toBe(204)
    expect((await api.send('GET', '/settings')).json).toStrictEqual({ language: 'en' })
  })

  it('is missing between DELETE and PUT where the document has 404', async () => {
    await using api = await serveSandbox(documentOf(singleton(errors(404))))
    expect((await api.send('GET', '/settings')).status).toBe(200)
    await api.send('DELETE', '/settings')
    expect((await api.send('GET', '/settings')).status).toBe(404)
    expect((await api.send('PUT', '/settings', { language: 'sv' })).status).toBe(200)
    expect((await api.send('GET', '/settings')).json).toStrictEqual({ language: 'sv' })
  })

  it('is one for each item that it is below', async () => {
    const paths = {
      ...owners({ 204: { description: 'Gone.' }, ...errors(404) }),
      '/owners/{ownerId}/settings': {
        parameters: [inPath('ownerId', id)],
        get: { responses: { 200: json(settings), ...errors(404) } },
        put: { requestBody: body(settings), responses: { 200: json(settings), ...errors(404) } },
      },
    }
    await using api = await serveSandbox(documentOf(paths, schemas))
    await api.send('POST', '/owners', { name: 'Ada' })
    await api.send('POST', '/owners', { name: 'Bo' })
    await api.send('PUT', '/owners/1/settings', { language: 'sv' })
    expect((await api.send('GET', '/owners/1/settings')).json).toStrictEqual({ language: 'sv' })
    expect((await api.send('GET', '/owners/2/settings')).json).toStrictEqual({ language: 'en' })
    expect((await api.send('GET', '/owners/3/settings')).status).toBe(404)
    await api.send('DELETE', '/owners/1')
    expect((await api.send('GET', '/owners/1/settings')).status).toBe(404)
  })
})
