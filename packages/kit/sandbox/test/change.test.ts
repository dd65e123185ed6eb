import { describe, expect, it } from 'vitest'
import { serveSandbox, type ServedSandbox } from './serve.ts'
import { body, documentOf, errors, inPath, json, object, type Part, ref } from './small-documents.ts'

const text = { type: 'string' }
const address = object({ street: text, town: text }, ['town'])
const fields = {
  name: { type: 'string', minLength: 1 },
  nick: { type: ['string', 'null'] },
  phone: text,
  level: { type: 'integer', default: 1 },
  address,
  payment: {
    oneOf: [object({ card: text }, ['card']), object({ account: text }, ['account'])].map((one) => ({
      ...one,
      additionalProperties: false,
    })),
  },
  tags: { type: 'array', items: text, maxItems: 3 },
}
const schemas = {
  Fields: object(fields, ['name']),
  Patch: object({ ...fields, name: { type: ['string', 'null'] }, phone: { type: ['string', 'null'] } }),
  Guest: object(
    {
      id: { type: 'integer', readOnly: true },
      ...fields,
      updatedAt: { type: 'string', format: 'date-time', readOnly: true },
    },
    ['id', 'name'],
  ),
}

const patchOf = (mediaType: string, schema: Part): Part => ({
  requestBody: body(schema, mediaType),
  responses: { 200: json(ref('Guest')), ...errors(400, 404, 409, 422) },
})

const document = (patch: Part) =>
  documentOf(
    {
      '/guests': {
        post: { requestBody: body(ref('Fields')), responses: { 201: json(ref('Guest')), ...errors(400) } },
      },
      '/guests/{id}': {
        parameters: [inPath('id', { type: 'integer' })],
        get: { responses: { 200: json(ref('Guest')), ...errors(404) } },
        put: {
          requestBody: body(ref('Fields')),
          responses: { 200: json(ref('Guest')), ...errors(400, 404) },
        },
        patch,
      },
    },
    schemas,
  )

const ada = {
  name: 'Ada',
  nick: 'A',
  phone: '1',
  level: 3,
  address: { street: 'Long Road', town: 'London' },
  payment: { card: '42' },
  tags: ['a', 'b'],
}

async function serveAda(patch: Part): Promise<ServedSandbox> {
  const api = await serveSandbox(document(patch))
  api.sandbox.clock.set(0, true)
  await api.send('POST', '/guests', ada)
  return api
}

const shownAda = { id: 1, ...ada, updatedAt: '1970-01-01T00:00:00.000Z' }
const plain = patchOf('application/json', ref('Patch'))

describe('PUT', () => {
  it('replaces what the client may set, and keeps what only the server sets', async () => {
    await using api = await serveAda(plain)
    api.sandbox.clock.advance(1_000)
    const replaced = await api.send('PUT', '/guests/1', { name: 'Ada King' })
    expect(replaced.json).toStrictEqual({
      id: 1,
      name: 'Ada King',
      level: 1,
      updatedAt: '1970-01-01T00:00:01.000Z',
    })
    expect((await api.send('PUT', '/guests/1', { name: 'Ada King' })).json).toStrictEqual(replaced.json)
  })

  it('finds no unknown item, unless the document lets it create one', async () => {
    await using api = await serveAda(plain)
    expect((await api.send('PUT', '/guests/7', { name: 'Bo' })).status).toBe(404)
    const label = object({ name: text, color: text }, ['name', 'color'])
    const labels = documentOf({
      '/labels': { get: { responses: { 200: json({ type: 'array', items: label }) } } },
      '/labels/{name}': {
        parameters: [inPath('name')],
        get: { responses: { 200: json(label), ...errors(404) } },
        put: {
          requestBody: body(object({ color: text }, ['color'])),
          responses: { 200: json(label), 201: json(label), ...errors(400) },
        },
      },
    })
    await using other = await serveSandbox(labels)
    expect((await other.send('PUT', '/labels/bug', { color: 'red' })).status).toBe(201)
    expect((await other.send('PUT', '/labels/bug', { color: 'blue' })).status).toBe(200)
    expect((await other.send('GET', '/labels/bug')).json).toStrictEqual({ name: 'bug', color: 'blue' })
  })
})

describe('PATCH with plain JSON', () => {
  it('changes what it names, and applies no defaults', async () => {
    await using api = await serveAda(plain)
    const { level, ...rest } = shownAda
    const patched = await api.send('PATCH', '/guests/1', {
      phone: '2',
      address: { street: 'Short Road', town: 'Paris' },
    })
    expect(patched.json).toStrictEqual({
      ...rest,
      level,
      phone: '2',
      address: { street: 'Short Road', town: 'Paris' },
    })
  })

  it('keeps null where the item may have it, and removes the property elsewhere', async () => {
    await using api = await serveAda(plain)
    const { phone: _phone, ...rest } = shownAda
    const patched = await api.send('PATCH', '/guests/1', { nick: null, phone: null })
    expect(patched.json).toStrictEqual({ ...rest, nick: null })
  })

  it('replaces an object by one of another alternative', async () => {
    await using api = await serveAda(plain)
    const patched = await api.send('PATCH', '/guests/1', { payment: { account: '7' } })
    expect(patched.json).toStrictEqual({ ...shownAda, payment: { account: '7' } })
  })

  it('is refused if the item would lack what it needs', async () => {
    await using api = await serveAda(plain)
    expect((await api.send('PATCH', '/guests/1', { name: null })).status).toBe(409)
    expect((await api.send('GET', '/guests/1')).json).toStrictEqual(shownAda)
  })
})

describe('PATCH with a merge patch', () => {
  const mediaType = 'application/merge-patch+json'

  it('removes by null, and merges objects', async () => {
    await using api = await serveAda(patchOf(mediaType, { type: 'object' }))
    const patched = await api.send(
      'PATCH',
      '/guests/1',
      { nick: null, address: { street: null, town: 'Rome' } },
      { 'content-type': mediaType },
    )
    const { nick: _nick, ...rest } = shownAda
    expect(patched.json).toStrictEqual({ ...rest, address: { town: 'Rome' } })
  })
})

describe('PATCH with a JSON Patch', () => {
  const mediaType = 'application/json-patch+json'
  const operations = { type: 'array', items: { type: 'object' } }
  const send = (api: ServedSandbox, patch: readonly Part[]) =>
    api.send('PATCH', '/guests/1', patch, { 'content-type': mediaType })

  it('adds, removes, replaces, moves, copies and tests', async () => {
    await using api = await serveAda(patchOf(mediaType, operations))
    const patched = await send(api, [
      { op: 'test', path: '/tags', value: ['a', 'b'] },
      { op: 'add', path: '/tags/1', value: 'x' },
      { op: 'remove', path: '/tags/0' },
      { op: 'replace', path: '/address/town', value: 'Rome' },
      { op: 'move', from: '/phone', path: '/nick' },
      { op: 'copy', from: '/address/street', path: '/name' },
    ])
    const { phone: _phone, ...rest } = shownAda
    expect(patched.json).toStrictEqual({
      ...rest,
      tags: ['x', 'b'],
      address: { street: 'Long Road', town: 'Rome' },
      nick: '1',
      name: 'Long Road',
    })
  })

  it.each([
    ['a test that fails', 409, { op: 'test', path: '/name', value: 'Bo' }],
    ['a place that is not there', 422, { op: 'remove', path: '/address/zip' }],
    ['an index beyond the end', 422, { op: 'add', path: '/tags/3', value: 'x' }],
    ['a move into itself', 422, { op: 'move', from: '/address', path: '/address/town' }],
    ['an unknown operation', 400, { op: 'increment', path: '/level' }],
    ['a result that breaks the schema', 422, { op: 'replace', path: '/name', value: '' }],
    ['a required property removed', 422, { op: 'remove', path: '/name' }],
  ])('changes nothing after %s', async (_name, status, operation) => {
    await using api = await serveAda(patchOf(mediaType, operations))
    expect((await send(api, [{ op: 'replace', path: '/nick', value: 'B' }, operation])).status).toBe(status)
    expect((await api.send('GET', '/guests/1')).json).toStrictEqual(shownAda)
  })

  it('leaves read-only properties alone', async () => {
    await using api = await serveAda(patchOf(mediaType, operations))
    const patched = await send(api, [
      { op: 'replace', path: '/id', value: 9 },
      { op: 'remove', path: '/updatedAt' },
    ])
    expect(patched.json).toStrictEqual(shownAda)
  })
})
