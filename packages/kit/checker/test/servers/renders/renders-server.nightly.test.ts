import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { renders } from './renders-server.ts'
import {
  animation,
  asReader,
  asSouth,
  bytes,
  merge,
  plain,
  scene,
  seeded,
  still,
  webhook,
} from './samples.ts'

const open = (deviation?: string): ProbeClient =>
  createProbeClient(openServer(renders, deviation === undefined ? {} : { deviation }), renders.credentials)
    .send

describe('scenes', () => {
  test('are kept as they were sent, with defaults and without what only the server says', async () => {
    const send = open()
    const sent = { ...scene, name: ' Gdańsk 🚢\u0000', deadline: '2026-03-01T18:00:00.250+01:00' }
    const made = await send('POST', '/scenes', { json: { ...sent, owner: 'south', unlockCode: '204816' } })
    const read = await send('GET', `/scenes/${made.json.id}`)
    expect(made.headers.get('location')).toBe(`/farm/v1/scenes/${made.json.id}`)
    expect(read.json).toEqual(made.json)
    expect(read.json).toMatchObject({ ...sent, owner: 'north', priority: 50, isArchived: false, tags: [] })
    expect(read.json).not.toHaveProperty('unlockCode')
  })

  test('are changed by a merge patch', async () => {
    const send = open()
    const json = { priority: 0, description: null, limits: { maxNodes: null } }
    const changed = await send('PATCH', seeded.scene, merge(json, { 'if-match': '"r0", "r1"' }))
    expect(changed.headers.get('etag')).toBe('"r2"')
    expect(changed.json).toMatchObject({ priority: 0, limits: { maxHours: 8 }, tags: ['exterior', 'water'] })
    expect(changed.json.limits).not.toHaveProperty('maxNodes')
  })

  test.each([
    ['"r9"', 412],
    ['W/"r1"', 412],
    ['*', 200],
    ['"r1"', 200],
  ])('are changed under If-Match %s or not', async (tag, status) => {
    const send = open()
    expect((await send('PATCH', seeded.scene, merge({ priority: 1 }, { 'if-match': tag }))).status).toBe(
      status,
    )
    expect((await send('GET', seeded.scene)).json.priority).toBe(status === 200 ? 1 : 50)
  })

  test.each([
    ['"r1"', 304],
    ['W/"r1"', 304],
    ['"r2"', 200],
  ])('are told under If-None-Match %s or not', async (tag, status) => {
    const answer = await open()('GET', seeded.scene, { headers: { 'if-none-match': tag } })
    expect([answer.status, answer.text === '']).toEqual([status, status === 304])
  })

  test('take their notes and renders along when they are deleted', async () => {
    const send = open()
    await send('DELETE', seeded.scene)
    const paths = [seeded.scene, `${seeded.scene}/notes`, seeded.done]
    const answers = await Promise.all(paths.map((path) => send('GET', path)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await send('DELETE', seeded.scene)).status).toBe(404)
  })

  test.each([
    ['', ['Harbor at dawn', 'Clock tower', 'Kitchen', 'attic']],
    ['sort=name', ['Clock tower', 'Harbor at dawn', 'Kitchen', 'attic']],
    ['sort=-priority', ['Kitchen', 'Harbor at dawn', 'attic', 'Clock tower']],
    ['archived=false&tags=exterior%7Cwater', ['Harbor at dawn']],
    ['priority=9&priority=20', ['Clock tower', 'attic']],
    [
      'created[from]=2026-01-05T09:01:00%2B01:00&created[before]=2026-01-05T08:03:00Z',
      ['Clock tower', 'Kitchen'],
    ],
    ['q=CH', ['Kitchen']],
  ])('are listed by %s', async (query, names) => {
    const { json, headers } = await open()('GET', `/scenes?${query}`)
    expect((json.items as unknown as readonly { name: string }[]).map(({ name }) => name)).toEqual(names)
    expect(headers.get('x-total-count')).toBe(String(names.length))
  })

  test('are listed page by page, in one order', async () => {
    const send = open()
    const first = await send('GET', '/scenes?limit=3&sort=priority')
    const next = /<\/farm\/v1(.*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await send('GET', next)
    expect(first.json.items).toMatchObject([
      { name: 'Clock tower' },
      { name: 'attic' },
      { name: 'Harbor at dawn' },
    ])
    expect(second.json).toMatchObject({ items: [{ name: 'Kitchen' }], nextCursor: null })
    expect(second.headers.has('link')).toBe(false)
  })

  test('are changed in a batch, each by itself', async () => {
    const items = [
      { op: 'archive', sceneId: seeded.missing.slice(8) },
      { op: 'tag', sceneId: seeded.sceneOfSouth.slice(8), tag: 'urgent' },
      { op: 'reprioritize', sceneId: seeded.scene.slice(8), priority: 3 },
    ]
    const { json } = await open()('POST', '/scene-batches', { json: { items } })
    expect(json).toMatchObject({
      applied: 1,
      failed: 2,
      results: [{ status: 404 }, { status: 404 }, { status: 200 }],
    })
  })

  test('take content and notes', async () => {
    const send = open()
    const sent = await send('PUT', `${seeded.scene}/content`, bytes('mesh'))
    expect((await send('GET', seeded.scene)).json.content).toEqual(sent.json)
    expect(sent.json.size).toBe(4)
    await send('PUT', `${seeded.scene}/notes`, plain(' Fóg.\n'))
    expect((await send('GET', `${seeded.scene}/notes`)).text).toBe(' Fóg.\n')
    const large = await send('PUT', `${seeded.scene}/content`, bytes('x'.repeat(65_537)))
    const wrong = await send('PUT', `${seeded.scene}/content`, bytes('{}', 'application/json'))
    expect([large.status, wrong.status]).toEqual([413, 415])
  })
})

describe('renders', () => {
  test('go from state to state as they are looked at, and have a result at the end', async () => {
    const send = open()
    const { json, headers, status } = await send('POST', `${seeded.scene}/renders`, { json: animation })
    const place = headers.get('location')?.replace('/farm/v1', '') ?? ''
    expect([status, json.state, headers.get('retry-after')]).toEqual([202, 'queued', '1'])
    expect(json.cost).toMatchObject({ lines: [{ amount: '0.38' }, { amount: '0.04' }], total: '0.42' })
    const running = await send('GET', place)
    expect([running.json.state, (await send('HEAD', place)).status]).toEqual(['running', 200])
    const done = await send('GET', place)
    expect([done.json.state, done.headers.has('retry-after')]).toEqual(['done', false])
    const result = await send('GET', `${place}/result`)
    expect([result.status, result.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('fail where they cost more than the scene has', async () => {
    const send = open()
    await send('PATCH', seeded.scene, merge({ budget: { amount: '0.10', currency: 'USD' } }))
    const made = await send('POST', `${seeded.scene}/renders`, { json: still })
    const place = `${seeded.scene}/renders/${made.json.id}`
    await send('GET', place)
    expect((await send('GET', place)).json).toMatchObject({ state: 'failed', error: { code: 'over_budget' } })
    expect((await send('POST', `${place}/retry`)).json).toMatchObject({
      state: 'queued',
      attempt: 2,
      error: null,
    })
  })

  test.each([
    [`${seeded.queued}/cancel`, 200],
    [`${seeded.done}/cancel`, 409],
    [`${seeded.done}/retry`, 409],
    [`${seeded.failed}/retry`, 202],
  ])('answer POST %s with %i', async (path, status) => {
    expect((await open()('POST', path)).status).toBe(status)
  })

  test.each([
    ['text/csv', 'frame,node,seconds,label\r\n1,node-1,1.4,"Proof, small"\r\n'],
    [
      'application/x-ndjson;q=0.9, text/csv;q=0.5',
      '{"frame":1,"node":"node-1","seconds":1.4,"label":"Proof, small"}\n',
    ],
  ])('tell their frames as %s', async (accept, body) => {
    const { text } = await open()('GET', `${seeded.done}/frames`, { headers: { accept } })
    expect(text).toBe(body)
  })

  test('tell the events behind the last one that was seen', async () => {
    const { text } = await open()('GET', `${seeded.done}/events`, { headers: { 'last-event-id': '2' } })
    expect(text).toMatch(/^id: 3\nevent: state\ndata: \{"state":"done".*\}\n\n$/)
  })

  test('are not begun for scenes that are archived', async () => {
    expect((await open()('POST', `${seeded.archivedScene}/renders`, { json: still })).status).toBe(409)
  })
})

describe('webhooks', () => {
  test('are replaced as a whole', async () => {
    const send = open()
    const { json } = await send('PUT', seeded.webhook, { json: webhook })
    expect(json).toMatchObject({ events: ['render.done'], isActive: true, retries: 3 })
    expect(Object.keys(json)).not.toContain('filter')
    expect((await send('GET', seeded.webhook)).json).toEqual(json)
  })

  test('are made once for each key', async () => {
    const send = open()
    const headers = { 'idempotency-key': 'key-00000001' }
    const first = await send('POST', '/webhooks', { json: webhook, headers })
    const again = await send('POST', '/webhooks', { json: webhook, headers })
    const other = await send('POST', '/webhooks', { json: { ...webhook, retries: 1 }, headers })
    const south = await send('POST', '/webhooks', { json: webhook, headers: { ...headers, ...asSouth } })
    expect([again.status, again.json]).toEqual([201, first.json])
    expect([other.status, south.status]).toEqual([422, 201])
    expect(south.json.id).not.toBe(first.json.id)
  })
})

describe('callers', () => {
  test.each([
    ['nobody', {}, 401],
    ['an unknown token', { authorization: 'Bearer north' }, 401],
    ['a token in other case', { authorization: 'Bearer north-full-7f3a' }, 401],
    ['an expired token', { authorization: 'Bearer north-Late-55d0' }, 401],
    ['a beginning of the key', { 'x-farm-key': 'farm-key' }, 401],
    ['a reader', asReader, 403],
    ['another account', asSouth, 404],
    ['the key', { 'x-farm-key': 'farm-key-north-31' }, 204],
  ])('%s may delete a scene or not', async (_who, headers, status) => {
    expect((await open()('DELETE', seeded.scene, { headers, anonymous: true })).status).toBe(status)
  })

  test.each([
    ['GET', '/scenes/harbor', 400],
    ['GET', '/cameras', 404],
    ['PUT', '/scenes', 405],
    ['OPTIONS', '/scenes', 204],
  ])('%s %s answers %i', async (method, target, status) => {
    expect((await open()(method, target)).status).toBe(status)
  })

  test('are given none of what they do not accept', async () => {
    const send = open()
    const accept = { headers: { accept: 'image/jpeg, image/png;q=0' } }
    expect((await send('GET', `${seeded.done}/result`, accept)).status).toBe(406)
    expect((await send('GET', '/scenes', accept)).status).toBe(406)
  })
})

describe('liberties', () => {
  test.each(['answers-are-gzipped', 'answers-are-brotli', 'answers-are-deflated'])(
    '%s, and read the same over the wire and in the process',
    async (id) => {
      const server = openServer(renders, { deviation: id })
      const wire = await server.listen()
      const far = await fetch(`${wire.url}${seeded.done}/frames`, { headers: renders.credentials })
      const near = await createProbeClient(server, renders.credentials).send('GET', `${seeded.done}/frames`)
      const texts = [await far.text(), near.text]
      await wire.close()
      expect(texts[0]).toContain('"seconds":1.4')
      expect(texts[1]).toBe(texts[0])
      expect(near.headers.get('content-encoding')).not.toBeNull()
    },
  )

  test.each([
    'whole-numbers-have-a-point',
    'hundreds-have-an-exponent',
    'texts-are-escaped',
    'json-is-indented',
  ])('%s, and mean the same', async (id) => {
    const json = { ...scene, name: 'Café/1', priority: 100 }
    const [free, plainly] = [
      await open(id)('POST', '/scenes', { json }),
      await open()('POST', '/scenes', { json }),
    ]
    expect(free.text).not.toBe(plainly.text)
    expect(free.json).toEqual(plainly.json)
  })
})
