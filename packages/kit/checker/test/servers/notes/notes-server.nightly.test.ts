import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { notes } from './notes-server.ts'
import { checklist, note, seededNote } from './samples.ts'

const open = (): ProbeClient => createProbeClient(openServer(notes), notes.credentials).send

describe('notes', () => {
  test('begins a session with the right pin alone', async () => {
    const send = open()
    const begun = await send('POST', '/login', { json: { user: 'demo', pin: '2468' }, anonymous: true })
    const refused = await send('POST', '/login', { json: { user: 'demo', pin: '0000' }, anonymous: true })
    expect([begun.status, begun.headers.get('set-cookie')]).toEqual([200, 'sid=s3cr3t; Path=/; HttpOnly'])
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Cookie realm="notes"'])
  })

  test('keeps what it is sent and fills in defaults', async () => {
    const send = open()
    const made = await send('POST', '/notes.create', { json: { ...checklist, 'x-source': 'phone' } })
    const read = await send('GET', `/notes.get?id=${made.json.note?.id}`)
    expect(read.json.note).toMatchObject({ ...checklist, is_pinned: false, 'x-source': 'phone' })
  })

  test('changes what is named and leaves the rest', async () => {
    const changed = await open()('PATCH', `/notes.update?id=${seededNote}`, { json: { body: null } })
    expect(changed.json.note).toMatchObject({ title: 'Bread', tags: ['shop'], body: null })
  })

  test('knows nothing of what was removed', async () => {
    const send = open()
    expect((await send('DELETE', `/notes.delete?id=${seededNote}`)).status).toBe(204)
    expect((await send('GET', `/notes.get?id=${seededNote}`)).status).toBe(404)
  })

  test('links each page to the next', async () => {
    const send = open()
    const first = await send('GET', '/notes.list')
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await send('GET', next)
    expect(first.json).toHaveLength(3)
    expect(second.json).toMatchObject([{ title: 'Tea' }])
    expect(second.headers.has('link')).toBe(false)
  })

  test.each([
    ['kind=text', 4],
    ['kind=checklist', 0],
    ['tags=shop%20shop', 4],
    ['tags=home', 0],
  ])('finds notes by %s', async (query, count) => {
    expect((await open()('GET', `/notes.list?count=20&${query}`)).json).toHaveLength(count)
  })

  test('replaces all settings', async () => {
    const send = open()
    await send('PUT', '/settings', { json: { theme: 'dark', font_size: 12.5 } })
    await send('PUT', '/settings', { json: { theme: 'light' } })
    expect((await send('GET', '/settings')).json).toEqual({ theme: 'light' })
  })

  test('reads a matrix in the path', async () => {
    expect((await open()('GET', '/changes/;since=2025-06-01')).json).toEqual({
      since: '2025-06-01',
      count: 4,
    })
  })

  test('answers the declared HEAD without content', async () => {
    const head = await open()('HEAD', '/settings')
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
  })

  test.each([
    ['GET', '/notes.get', 400],
    ['GET', '/notes.get?id=1', 400],
    ['GET', `/notes.get?id=${seededNote.replace(/1$/, '9')}`, 404],
    ['GET', '/notes.list?count=21', 400],
    ['GET', '/notes.list?tags=Shop', 400],
    ['GET', '/changes/2025-01-01', 400],
    ['DELETE', '/settings', 405],
    ['GET', '/nowhere', 404],
  ])('answers %s %s with %i', async (method, target, status) => {
    const answer = await open()(method, target)
    expect(answer.status).toBe(status)
    expect(answer.json).toHaveProperty('reason')
  })

  test.each([
    ['a text with items', { ...checklist, kind: 'text' }],
    ['a checklist without any', { ...note, kind: 'checklist' }],
    ['a repetition without a time', { ...note, reminder: { every_days: 3 } }],
    ['an extension too long', { ...note, 'x-source': 'x'.repeat(21) }],
    ['an extension of another name', { ...note, 'y-source': 'phone' }],
  ])('refuses %s', async (_what, json) => {
    expect((await open()('POST', '/notes.create', { json })).status).toBe(400)
  })

  test.each([
    ['a name', { users: ['ada', 'X'] }, 200],
    ['no name at all', { users: ['X'] }, 400],
    ['everyone', { everyone: true }, 200],
    ['nobody', {}, 400],
    ['a stranger', { strangers: true }, 400],
  ])('answers sharing with %s', async (_what, people, status) => {
    const json = { note_id: seededNote, with: people }
    expect((await open()('POST', '/notes.share', { json })).status).toBe(status)
  })

  test('asks strangers for a session', async () => {
    const send = open()
    const stranger = await send('GET', '/settings', { anonymous: true })
    const impostor = await send('GET', '/settings', { headers: { cookie: 'sid=none' } })
    expect([stranger.status, impostor.status]).toEqual([401, 401])
  })
})
