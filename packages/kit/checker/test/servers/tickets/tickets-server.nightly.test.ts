import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { chatTicket, comment, form, label, phoneTicket, ticket, upload } from './samples.ts'
import { tickets } from './tickets-server.ts'

const open = (): ProbeClient => createProbeClient(openServer(tickets), tickets.credentials).send

describe('tickets', () => {
  test('keeps what it is sent and fills in defaults', async () => {
    const send = open()
    const made = await send('POST', '/tickets', { json: { ...phoneTicket, access_code: '1234' } })
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/v2/tickets/7'])
    const read = await send('GET', '/tickets/7')
    expect(read.json.data).toMatchObject({ ...phoneTicket, priority: 'normal', status: 'open', labels: [] })
    expect(read.text).not.toContain('access_code')
  })

  test('changes what is named and leaves the rest', async () => {
    const send = open()
    const changed = await send('PATCH', '/tickets/1', { json: { assignee: { id: 7, name: 'Kim' } } })
    expect(changed.json.data).toMatchObject({ subject: 'No light', labels: ['printer'], assignee: { id: 7 } })
    const freed = await send('PATCH', '/tickets/1', { json: { assignee: null } })
    expect(freed.json.data).toMatchObject({ assignee: null })
  })

  test('closes a ticket once and opens it again', async () => {
    const send = open()
    expect((await send('POST', '/tickets/1/close')).json.data).toMatchObject({ resolution: 'fixed' })
    expect((await send('POST', '/tickets/1/close', { json: {} })).status).toBe(409)
    const reopened = await send('POST', '/tickets/1/reopen')
    expect(reopened.json.data).toMatchObject({ status: 'open' })
    expect(reopened.json.data).not.toHaveProperty('resolution')
  })

  test('removes what belongs to a ticket with it', async () => {
    const send = open()
    await send('POST', '/tickets/1/comments', { json: comment })
    expect((await send('DELETE', '/tickets/1')).status).toBe(204)
    expect((await send('GET', '/tickets/1/comments/1')).status).toBe(404)
    expect((await send('GET', '/tickets/1')).status).toBe(404)
  })

  test('finds a comment under its own ticket alone', async () => {
    const send = open()
    await send('POST', '/tickets/1/comments', { json: { ...comment, mentions: [7] } })
    expect((await send('GET', '/tickets/1/comments/1')).status).toBe(200)
    expect((await send('GET', '/tickets/2/comments/1')).status).toBe(404)
    const replaced = await send('PUT', '/tickets/1/comments/1', { json: comment })
    expect(replaced.json.data).not.toHaveProperty('mentions')
  })

  test('lists a window of the tickets', async () => {
    const send = open()
    const first = await send('GET', '/tickets')
    const rest = await send('GET', '/tickets?offset=4&limit=4')
    expect([first.json.data?.length, rest.json.data?.length]).toEqual([4, 2])
    expect(rest.json.meta).toEqual({ total: 6, offset: 4, limit: 4 })
  })

  test.each([
    ['status=closed', 0],
    ['priority=low&priority=urgent', 3],
    ['label=printer', 1],
    ['created_after=2024-11-05T10:02:30%2B02:00', 3],
  ])('finds tickets by %s', async (query, count) => {
    expect((await open()('GET', `/tickets?${query}`)).json.data).toHaveLength(count)
  })

  test('searches where it is told to', async () => {
    const send = open()
    await send('POST', '/tickets', { json: { ...ticket, body: 'The Light of my life' } })
    expect((await send('GET', '/search?q=light')).json.data).toHaveLength(2)
    expect((await send('GET', '/search?q=light&within=subject')).json.data).toHaveLength(1)
    expect((await send('GET', '/search?q=light&within=subject,body')).json.data).toHaveLength(2)
  })

  test('keeps the bytes of a file', async () => {
    const send = open()
    const fields = { file: 'år', caption: 'Year', is_public: 'true' }
    const made = await send('POST', '/tickets/1/attachments', upload(fields))
    expect(made.json.data).toEqual({ id: 1, ticket_id: 1, caption: 'Year', is_public: true, bytes: 3 })
    const read = await send('GET', '/tickets/1/attachments/1')
    expect([read.headers.get('content-type'), read.text]).toEqual(['application/octet-stream', 'år'])
    expect((await send('GET', '/tickets/2/attachments/1')).status).toBe(404)
    expect((await send('GET', '/tickets/1/attachments')).json.data).toHaveLength(1)
  })

  test('reads a form', async () => {
    const send = open()
    expect((await send('GET', '/tickets/1/rating')).status).toBe(404)
    await send('PUT', '/tickets/1/rating', form('score=4&remark=quick+enough&topics=speed&topics=tone'))
    const rating = { score: 4, remark: 'quick enough', topics: ['speed', 'tone'] }
    expect((await send('GET', '/tickets/1/rating')).json.data).toEqual(rating)
  })

  test('makes a label and then replaces it', async () => {
    const send = open()
    const made = await send('PUT', '/labels/ink', { json: { ...label, description: 'Black' } })
    const replaced = await send('PUT', '/labels/ink', { json: label })
    expect([made.status, replaced.status]).toEqual([201, 200])
    expect(replaced.json.data).toEqual({ name: 'ink', ...label })
    expect((await send('DELETE', '/labels/ink')).status).toBe(204)
    expect((await send('GET', '/labels/ink')).status).toBe(404)
  })

  test('writes an export as CSV', async () => {
    const send = open()
    const made = await send('POST', '/exports', { json: { format: 'csv', status: 'open' } })
    expect([made.status, made.headers.get('location')]).toEqual([202, '/api/v2/exports/ex_000001'])
    const file = await send('GET', '/exports/ex_000001/file')
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.text.split('\r\n')[1]).toBe('"1","No light","open"')
  })

  test.each([
    ['GET', '/tickets?limit=51', 400],
    ['GET', '/tickets?limit=', 400],
    ['GET', '/tickets?offset=-1', 400],
    ['GET', '/tickets?status=lost', 400],
    ['GET', '/tickets?created_after=2024-13-01T00:00:00Z', 400],
    ['GET', '/search', 400],
    ['GET', '/search?q=x', 400],
    ['GET', '/search?q=no&within=subject,subject', 400],
    ['GET', '/tickets/one', 400],
    ['GET', '/tickets/9223372036854775807', 404],
    ['GET', '/tickets/9223372036854775808', 400],
    ['GET', '/labels/Ink', 400],
    ['GET', '/exports/ex_1', 400],
    ['GET', '/nowhere', 404],
    ['PUT', '/tickets/1', 405],
  ])('answers %s %s with %i', async (method, target, status) => {
    const answer = await open()(method, target)
    expect(answer.status).toBe(status)
    expect(answer.json.error).toHaveProperty('code')
  })

  test.each([
    ['a subject too short', { ...ticket, subject: 'No' }],
    ['an estimate of nothing', { ...ticket, estimate: 0 }],
    ['null for a channel', { ...ticket, channel: null }],
    ['an unknown channel', { ...ticket, channel: { type: 'pigeon' } }],
    [
      'a window of 17 minutes',
      {
        ...ticket,
        channel: { ...phoneTicket.channel, callback: { at: '2024-12-01T09:00:00Z', window_minutes: 17 } },
      },
    ],
    ['an empty transcript', { ...ticket, channel: { ...chatTicket.channel, transcript: [] } }],
    ['the same watcher twice', { ...ticket, watchers: [1, 1] }],
    ['five custom fields', { ...ticket, custom: { a: '', b: '', c: '', d: '', e: '' } }],
  ])('refuses a ticket with %s', async (_what, json) => {
    expect((await open()('POST', '/tickets', { json })).status).toBe(400)
  })

  test.each([
    ['score=0', 400],
    ['score=5.5', 400],
    ['remark=fine', 400],
    ['score=5&topics=smell', 400],
    ['score=5&score=4', 400],
    ['score=5', 200],
  ])('answers the form %s with %i', async (text, status) => {
    expect((await open()('PUT', '/tickets/1/rating', form(text))).status).toBe(status)
  })

  test('asks strangers for a key', async () => {
    const send = open()
    const stranger = await send('GET', '/tickets', { anonymous: true })
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'ApiKey realm="desk"'])
    expect((await send('GET', '/tickets', { headers: { 'x-api-key': 'none' } })).status).toBe(401)
    expect((await send('GET', '/status', { anonymous: true })).status).toBe(200)
  })

  test('takes the key of the report in either place', async () => {
    const send = open()
    expect((await send('GET', '/reports/daily.csv')).status).toBe(200)
    expect((await send('GET', '/reports/daily.csv?api_key=kims-key', { anonymous: true })).status).toBe(200)
    expect((await send('GET', '/reports/daily.csv?api_key=none', { anonymous: true })).status).toBe(401)
    expect((await send('GET', '/tickets?api_key=kims-key', { anonymous: true })).status).toBe(401)
  })

  test('refuses media types that it does not take', async () => {
    const send = open()
    const text = await send('POST', '/tickets', { json: ticket, headers: { 'content-type': 'text/plain' } })
    const json = await send('PUT', '/tickets/1/rating', { json: { score: 5 } })
    const image = await send('GET', '/reports/daily.csv', { headers: { accept: 'image/*' } })
    expect([text.status, json.status, image.status]).toEqual([415, 415, 406])
  })

  test('answers HEAD as GET and OPTIONS by its methods', async () => {
    const send = open()
    const head = await send('HEAD', '/tickets/1')
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'application/json'])
    const options = await send('OPTIONS', '/tickets/1')
    expect(options.headers.get('allow')).toBe('GET, PATCH, DELETE, HEAD, OPTIONS')
  })
})
