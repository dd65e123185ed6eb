import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeAnswer, ProbeClient } from '../kernel/probe-client.ts'
import { partnerKey, tokens } from './tokens.ts'
import { asCaller, booking, change, guest, quote, seeded, settings } from './samples.ts'
import { stays } from './stays-server.ts'

const open = (): ProbeClient => createProbeClient(openServer(stays), stays.credentials).send

const sumOf = ({ json }: ProbeAnswer): string => {
  const lines = json.lines as unknown as readonly { readonly amount: number }[]
  return (lines.reduce((sum, { amount }) => sum + amount, 0) / 100).toFixed(2)
}

const namesIn = ({ json }: ProbeAnswer): readonly string[] =>
  (json.data as unknown as readonly { readonly name: string }[]).map(({ name }) => name)

describe('quotes', () => {
  test.each([
    ['a plain stay', quote, '396.68'],
    ['extra beds and breakfast', { ...quote, adults: 4, breakfast: true }, '790.28'],
    ['a share off', { ...quote, discount: { kind: 'percent', percent: 12.5 } }, '347.09'],
    [
      'more off than it costs',
      { ...quote, room_type: 'single', nights: 1, discount: { kind: 'amount', amount: 20_000 } },
      '0.00',
    ],
  ])('sum up %s', async (_what, json, amount) => {
    const made = await open()('POST', '/quotes', { json })
    expect(made.json.total).toEqual({ amount, currency: 'EUR' })
    expect(sumOf(made)).toBe(amount)
  })

  test('know how long months are', async () => {
    expect((await open()('POST', '/quotes', { json: quote })).json.check_out).toBe('2026-07-02')
  })

  test('are used once', async () => {
    const send = open()
    const json = { guest_id: seeded.guest, quote_id: seeded.quote, payment: { method: 'cash' } }
    const made = await send('POST', '/bookings', { json })
    expect([made.status, made.json.total?.amount]).toEqual([201, '264.45'])
    expect((await send('POST', '/bookings', { json })).status).toBe(409)
    expect((await send('GET', `/quotes/${seeded.quote}`)).json.status).toBe('used')
  })

  test('expire', async () => {
    const send = open()
    const { json } = await send('POST', '/quotes', { json: { ...quote, valid_for: 'PT1M' } })
    for (let count = 0; count < 5; count += 1) await send('GET', `/quotes/${json.id}`)
    const late = { guest_id: seeded.guest, quote_id: json.id, payment: { method: 'cash' } }
    expect((await send('GET', `/quotes/${json.id}`)).json.status).toBe('expired')
    expect((await send('POST', '/bookings', { json: late })).status).toBe(409)
  })
})

describe('guests', () => {
  test('are unique by e-mail address until they are archived', async () => {
    const send = open()
    const made = await send('POST', '/guests', { json: guest })
    expect((await send('POST', '/guests', { json: { ...guest, email: 'GIL@guests.example' } })).status).toBe(
      409,
    )
    expect((await send('DELETE', `/guests/${made.json.id}`)).status).toBe(204)
    expect((await send('POST', '/guests', { json: guest })).status).toBe(201)
  })

  test('keep to themselves what may only be written', async () => {
    const json = { ...guest, password: 'correct horse', card_token: 'tok_4f9aK2mQx7', id: 'gst_01H8777777' }
    const made = await open()('POST', '/guests', { json })
    expect(made.json).not.toHaveProperty('password')
    expect(made.json).not.toHaveProperty('card_token')
    expect(made.json.id).toBe('gst_01H8000006')
  })

  test('are merged', async () => {
    const send = open()
    const path = `/guests/${seeded.guest}`
    await send('PATCH', path, change({ address: { street: 'Kaj 1', city: 'Ystad' }, phone: '+46123456' }))
    const changed = await send('PATCH', path, change({ address: { city: 'Visby' }, phone: null }))
    expect(changed.json).toMatchObject({ name: 'Ada Holm', phone: null, tags: ['regular'] })
    expect(changed.json.address).toEqual({ street: 'Kaj 1', city: 'Visby' })
  })

  test('are listed as archived alone once they are', async () => {
    const send = open()
    await send('DELETE', `/guests/${seeded.freeGuest}`)
    expect(namesIn(await send('GET', '/guests'))).not.toContain('Ben Ek')
    expect(namesIn(await send('GET', '/guests?archived=true'))).toEqual(['Ben Ek'])
    expect((await send('GET', `/guests/${seeded.freeGuest}/preferences/room`)).status).toBe(404)
  })

  test('cannot be archived while they are awaited', async () => {
    expect((await open()('DELETE', `/guests/${seeded.guest}`)).status).toBe(409)
  })

  test.each([
    ['limit=2', ['Ada Holm', 'Ben Ek'], seeded.freeGuest],
    [`limit=2&starting_after=${seeded.freeGuest}`, ['Chi Sato', 'Dora Falk'], null],
    ['sort=-name&limit=1', ['Dora Falk'], 'gst_01H8000004'],
    ['tags=regular,vegan', ['Ben Ek'], null],
    ['q=SATO', ['Chi Sato'], null],
    ['created[from]=2026-03-02&created[to]=2026-03-02&limit=50&q=a.', ['Ada Holm', 'Dora Falk'], null],
    ['created[to]=2026-03-01', [], null],
    ['starting_after=gst_01H8000099', [], null],
  ])('are listed by %s', async (query, names, next) => {
    const answer = await open()('GET', `/guests?${query}`)
    expect(namesIn(answer)).toEqual(names)
    expect(answer.json.next_cursor).toBe(next)
  })

  test('are added all or none where this is wanted', async () => {
    const send = open()
    const guests = [guest, { ...guest, name: 'Gal' }]
    expect((await send('POST', '/guests/batch', { json: { guests, on_conflict: 'abort' } })).status).toBe(409)
    const { json } = await send('POST', '/guests/batch', { json: { guests } })
    expect(json).toMatchObject({ created: 1, rejected: 1 })
  })

  test('have preferences that are replaced', async () => {
    const send = open()
    const path = `/guests/${seeded.guest}/preferences/room`
    const first = await send('PUT', path, { json: { kind: 'wish', text: 'Quiet', remark: 'Twice' } })
    const second = await send('PUT', path, { json: { kind: 'level', level: 3 } })
    expect([first.status, second.status]).toEqual([201, 200])
    expect((await send('GET', path)).json).toEqual({ kind: 'level', level: 3 })
  })
})

describe('bookings', () => {
  test('take rooms until there are none, and give them back', async () => {
    const send = open()
    const json = { ...booking, room_type: 'suite' }
    const first = await send('POST', '/bookings', { json })
    await send('POST', '/bookings', { json })
    expect((await send('POST', '/bookings', { json })).status).toBe(409)
    await send('POST', `/bookings/${first.json.id}/cancel`, { json: {} })
    expect((await send('POST', '/bookings', { json })).json.room).toBe('301')
  })

  test('are made once under one key', async () => {
    const send = open()
    const headers = { 'idempotency-key': 'key-00000001' }
    const first = await send('POST', '/bookings', { json: booking, headers })
    const again = await send('POST', '/bookings', { json: booking, headers })
    const other = await send('POST', '/bookings', { json: { ...booking, nights: 5 }, headers })
    expect(again.json).toEqual(first.json)
    expect(other.status).toBe(409)
  })

  test('are priced anew when they change', async () => {
    const changed = await open()('PATCH', `/bookings/${seeded.booking}`, { json: { breakfast: true } })
    expect(changed.json.total?.amount).toBe('364.39')
    expect(sumOf(changed)).toBe('364.39')
  })

  test('go forward alone', async () => {
    const send = open()
    const path = `/bookings/${seeded.booking}`
    const there = await send('POST', `${path}/check_in`, { json: { identity: { passport: 'L4F29T1' } } })
    expect(there.json).toMatchObject({ status: 'checked_in', keys: 1 })
    expect((await send('POST', `${path}/cancel`, { json: {} })).status).toBe(409)
    expect((await send('PATCH', path, { json: { adults: 1 } })).status).toBe(409)
  })

  test('keep conditions', async () => {
    const send = open()
    const path = `/bookings/${seeded.booking}`
    const etag = (await send('GET', path)).headers.get('etag') ?? ''
    const known = await send('GET', path, { headers: { 'if-none-match': `W/${etag}` } })
    const changed = await send('PATCH', path, { json: { adults: 1 }, headers: { 'if-match': etag } })
    const stale = await send('PATCH', path, { json: { adults: 3 }, headers: { 'if-match': etag } })
    const weak = { 'if-match': `W/${changed.headers.get('etag')}` }
    const compared = await send('PATCH', path, { json: { adults: 3 }, headers: weak })
    expect([known.status, changed.status, stale.status, compared.status]).toEqual([304, 200, 412, 412])
  })

  test('show the guest and some fields alone', async () => {
    const send = open()
    const whole = await send('GET', `/bookings/${seeded.booking}?expand=guest`)
    const parts = await send('GET', '/bookings?fields=status,room&limit=1')
    expect(whole.json.guest).toMatchObject({ name: 'Ada Holm' })
    expect(parts.json.data).toEqual([{ id: seeded.booking, status: 'confirmed', room: '101' }])
  })

  test.each([
    ['status=canceled', '1'],
    ['status=canceled&status=confirmed', '2'],
    ['check_in_from=2026-04-29&check_in_to=2026-04-29', '2'],
    ['check_in_from=2026-04-30', '0'],
    ['guest_id=gst_01H8000003', '0'],
  ])('are found by %s', async (query, count) => {
    expect((await open()('GET', `/bookings?${query}`)).headers.get('x-total-count')).toBe(count)
  })

  test.each([
    [{ text: 'QUIET' }, 2],
    [{ present: { from: '2026-05-01', to: '2026-06-01' } }, 2],
    [{ present: { from: '2026-05-02', to: '2026-06-01' } }, 0],
    [{ room_type: 'suite' }, 0],
  ])('are searched by %j', async (json, count) => {
    expect((await open()('POST', '/bookings/search', { json })).json.total_count).toBe(count)
  })

  test.each([
    ['text/csv', 200, 'text/csv; charset=utf-8'],
    ['text/csv, */*;q=0.1', 200, 'text/csv; charset=utf-8'],
    ['application/json, text/csv', 200, 'application/json'],
    ['image/png', 406, 'application/json'],
  ])('are told to those who accept %s', async (accept, status, type) => {
    const answer = await open()('GET', '/bookings', { headers: { accept } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
  })

  test('are quoted in tables', async () => {
    const { text } = await open()('GET', '/bookings', { headers: { accept: 'text/csv' } })
    expect(text.split('\r\n')[1]).toBe(
      `${seeded.booking},confirmed,2026-04-29,2026-05-02,275.21,"A quiet room, if there is one"`,
    )
  })
})

describe('settings', () => {
  test('are replaced by PUT and merged by PATCH', async () => {
    const send = open()
    const put = await send('PUT', '/settings', { json: settings })
    const patched = await send('PATCH', '/settings', { json: { contact: { phone: '+46123456' } } })
    expect(put.json).not.toHaveProperty('website')
    expect(put.json.check_in_from).toBe('14:00')
    expect(patched.json.contact).toEqual({ email: 'desk@harbor.example', phone: '+46123456' })
    expect(patched.json.name).toBe('Pier')
  })
})

describe('callers', () => {
  test.each([
    ['GET', '/guests', undefined, 401],
    ['GET', '/guests', 'Bearer none', 401],
    ['GET', '/guests', `Basic ${tokens.manager}`, 401],
    ['GET', '/guests', `bearer ${tokens.manager}`, 200],
    ['GET', '/settings', `Bearer ${tokens.desk}`, 200],
    ['DELETE', `/guests/${seeded.freeGuest}`, `Bearer ${tokens.desk}`, 403],
    ['GET', `/settings?api_key=${partnerKey}`, undefined, 200],
    ['GET', '/settings?api_key=none', undefined, 401],
    ['GET', `/guests?api_key=${partnerKey}`, undefined, 401],
    ['GET', `/bookings/${seeded.otherHotelsBooking}`, `Bearer ${tokens.manager}`, 404],
    ['GET', `/bookings/${seeded.otherHotelsBooking}`, `Bearer ${tokens.hill}`, 200],
  ])('%s %s as %s answers %i', async (method, target, authorization, status) => {
    const headers = authorization === undefined ? {} : { authorization }
    expect((await open()(method, target, { anonymous: true, headers })).status).toBe(status)
  })

  test('of two hotels do not see each other', async () => {
    const answer = await open()('GET', '/guests', asCaller(tokens.hill))
    expect(namesIn(answer)).toEqual(['Eve Moss'])
  })
})
