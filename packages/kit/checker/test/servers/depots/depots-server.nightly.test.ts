import { describe, expect, test } from 'vitest'
import { createProbeClient } from '../kernel/create-probe-client.ts'
import { openServer } from '../kernel/open-server.ts'
import type { ProbeClient } from '../kernel/probe-client.ts'
import { depots } from './depots-server.ts'
import {
  depot,
  depotPath,
  key,
  letter,
  liquid,
  pallet,
  parcelPath,
  parcelsPath,
  seeds,
  shelf,
  shelvesPath,
} from './samples.ts'
import { keys, tokens } from './store.ts'

const open = (): ProbeClient => createProbeClient(openServer(depots), depots.credentials).send

const parcels = parcelsPath(seeds.shelf)
const bill = parcelPath(seeds.bill)
const oslo = depotPath(seeds.oslo)
const bergen = depotPath(seeds.bergen)
const next = '9007199254741007'
const plain = { 'content-type': 'text/plain' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('depots', () => {
  test('tells neighboring ids apart, in the body, the path and the place', async () => {
    const send = open()
    const made = await send('POST', '/depots', { json: depot })
    expect(made.text).toMatch(`{"id":${next},`)
    expect(made.headers.get('location')).toBe(`/v1/depots/${next}`)
    const other = await send('POST', '/depots', { json: { ...depot, name: 'Narvik' } })
    const read = await send('GET', `/depots/${next}`)
    expect([read.json.name, other.json.name]).toEqual(['Bodø', 'Narvik'])
    expect(Number(next)).toBe(Number('9007199254741008'))
  })

  test('fills in defaults and hides what may only be written', async () => {
    const send = open()
    const made = await send('POST', '/depots', { json: { ...depot, alarmCode: '2468', id: 7 } })
    expect(made.json).toMatchObject({ ...depot, isOpen: true, features: [] })
    expect(made.json).not.toHaveProperty('alarmCode')
    expect(made.text).toMatch(`{"id":${next},`)
  })

  test('replaces all of a depot but its past', async () => {
    const send = open()
    const before = await send('GET', oslo)
    await send('PUT', oslo, { json: { ...depot, contactEmail: 'desk@depots.example', isOpen: false } })
    const after = await send('PUT', oslo, { json: depot })
    expect(after.json).toMatchObject({ ...depot, isOpen: true, createdAt: before.json.createdAt })
    expect(after.json).not.toHaveProperty('contactEmail')
  })

  test('merges a patch, down to the recipient', async () => {
    const send = open()
    const changed = await send('PATCH', bill, {
      json: { recipient: { name: 'Eva Dahl' }, declaredValue: null },
    })
    expect(changed.json).toMatchObject({
      label: 'Bill',
      tags: ['blue'],
      recipient: { name: 'Eva Dahl', phone: '+4712345678' },
      declaredValue: null,
    })
  })

  test('reckons in cents, half a cent up', async () => {
    const json = { ...letter, declaredValue: 33, currency: 'CHF' }
    const { json: made } = await open()('POST', parcels, { json })
    expect(made.charges).toEqual({ handling: 2.35, insurance: 0.5, total: 2.85, currency: 'CHF' })
  })

  test('forgets a depot with all that is in it', async () => {
    const send = open()
    const statuses: number[] = []
    for (const [method, target] of [
      ['DELETE', bergen],
      ['GET', bergen],
      ['GET', bill],
      ['PUT', bergen],
      ['DELETE', bergen],
    ] as const)
      statuses.push((await send(method, target, method === 'PUT' ? { json: depot } : {})).status)
    expect(statuses).toEqual([204, 404, 404, 404, 404])
    expect((await send('GET', '/depots')).headers.get('x-total-count')).toBe('2')
  })

  test('knows children below their own parents alone', async () => {
    const send = open()
    const targets = [
      `${shelvesPath(seeds.oslo)}/${seeds.shelf}`,
      `${parcelsPath(seeds.coldShelf)}/${seeds.bill}`,
      `${parcelsPath(seeds.bernShelf, seeds.bern)}/${seeds.bernLetter}`,
      shelvesPath(seeds.nowhere),
    ]
    for (const target of targets) expect((await send('GET', target)).status).toBe(404)
  })

  test('keeps to entity tags', async () => {
    const send = open()
    const etag = (await send('GET', bill)).headers.get('etag') ?? ''
    const known = await send('GET', bill, { headers: { 'if-none-match': `"x", W/${etag}` } })
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', etag])
    const change = { json: { fragile: true } }
    const first = await send('PATCH', bill, { ...change, headers: { 'if-match': etag } })
    const second = await send('PATCH', bill, { ...change, headers: { 'if-match': etag } })
    const weak = await send('PATCH', bill, {
      ...change,
      headers: { 'if-match': `W/${first.headers.get('etag')}` },
    })
    const any = await send('PATCH', bill, { ...change, headers: { 'if-match': '*' } })
    expect([first.status, second.status, weak.status, any.status]).toEqual([200, 412, 412, 200])
    expect((await send('GET', bill, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('gives a new tag to a parcel that got a document', async () => {
    const send = open()
    const before = await send('GET', bill)
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array([0, 255, 1])]), 'scan.bin')
    body.set('details', new Blob(['{"title":"Invoice","kind":"invoice"}'], { type: 'application/json' }))
    const encoded = new Response(body)
    const made = await send('POST', `${bill}/documents`, {
      body: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    expect(made.json).toMatchObject({ title: 'Invoice', pages: 1, sizeBytes: 3 })
    const after = await send('GET', bill)
    expect(after.json).toMatchObject({ documentCount: 1 })
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
  })

  test('does a request with a key once', async () => {
    const send = open()
    const first = await send('POST', parcels, { json: letter, headers: key })
    const again = await send('POST', parcels, { json: letter, headers: key })
    const other = await send('POST', parcels, { json: liquid, headers: key })
    expect([again.status, again.text, other.status]).toEqual([201, first.text, 409])
    expect((await send('GET', parcels)).headers.get('x-total-count')).toBe('5')
  })

  test.each([
    ['a token to read', 'GET', { authorization: `Bearer ${tokens.northReader}` }, 200],
    ['a token to read', 'POST', { authorization: `bearer ${tokens.northReader}` }, 403],
    ['a token to write', 'GET', { authorization: `Bearer ${tokens.northWriter}` }, 403],
    ['a token that is too old', 'GET', { authorization: `Bearer ${tokens.northExpired}` }, 401],
    ['a token in small letters', 'GET', { authorization: `Bearer ${tokens.north.toLowerCase()}` }, 401],
    ['a token of another account', 'GET', { authorization: `Bearer ${tokens.south}` }, 404],
    ['the key of a manager', 'POST', { cookie: `till=1; depot_key=${keys.north}` }, 201],
    ['the key of a reader', 'POST', { cookie: `depot_key=${keys.northReader}` }, 403],
    ['an unknown key', 'GET', { cookie: 'depot_key=x' }, 401],
  ] as const)('for %s answers %s so', async (_who, method, headers, status) => {
    const options = { anonymous: true, headers, ...(method === 'POST' ? { json: shelf } : {}) }
    expect((await open()(method, shelvesPath(seeds.bergen), options)).status).toBe(status)
  })

  test.each([
    ['size=2', ['Tiles', 'Contract']],
    ['size=3&page=2', ['Bill']],
    ['page=9', []],
    ['sort=-weightKg', ['Tiles', 'Say "hi", oil', 'Bill', 'Contract']],
    ['sort=label&filter[kind]=letter', ['Bill', 'Contract']],
    ['filter[fragile]=true', ['Tiles']],
    ['tags=green|stone', ['Tiles', 'Say "hi", oil']],
    ['minWeightKg=21.5', ['Tiles', 'Say "hi", oil']],
    ['arrivedAfter=2025-05-01T08:00:00Z', []],
    ['search=hi', ['Say "hi", oil']],
  ])('lists parcels by %s', async (query, labels) => {
    const { json } = await open()('GET', `${parcels}?${query}`)
    expect((json.items as unknown as { label: string }[]).map(({ label }) => label)).toEqual(labels)
  })

  test('leads from page to page by the same filter', async () => {
    const send = open()
    const first = await send('GET', `${parcels}?size=1&sort=-label&filter[kind]=letter`)
    const second = await send('GET', first.json.next?.replace('/v1', '') ?? '')
    expect(first.json.items).toMatchObject([{ label: 'Contract' }])
    expect(second.json).toMatchObject({ items: [{ label: 'Bill' }], page: 2, total: 2, next: null })
  })

  test.each([
    'size=51',
    'size=0',
    'page=x',
    'filter[color]=red',
    'filter[kind]=crate',
    'tags=',
    'tags=a|B',
    'sort=id&sort=id',
  ])('refuses to list parcels by %s', async (query) => {
    expect((await open()('GET', `${parcels}?${query}`)).status).toBe(400)
  })

  test('reads countries between spaces', async () => {
    const { json } = await open()('GET', '/depots?countries=DE%20SE&filter[minCapacity]=60')
    expect(json).toMatchObject({ items: [{ name: 'Köln corner' }], total: 1 })
  })

  test.each([
    ['pages on a letter', { ...letter, pages: 501 }],
    ['a pallet of nothing', { ...pallet, loads: [] }],
    ['a label of 81 characters', { ...liquid, label: 'x'.repeat(81) }],
    ['a kind of its own', { ...letter, kind: 'crate' }],
    ['digits in a text', { ...letter, weightKg: '1' }],
  ])('refuses %s', async (_what, json) => {
    const send = open()
    expect((await send('POST', parcels, { json })).status).toBe(400)
    expect((await send('GET', parcels)).json.total).toBe(4)
  })

  test('moves a parcel by a form', async () => {
    const send = open()
    const body = `targetShelfId=${seeds.coldShelf}&stickers=up&stickers=dry&isUrgent=true&remark=R%C3%B8d`
    const moved = await send('POST', `${bill}/moves`, { body, headers: form })
    expect(moved.text).toMatch(`"toShelfId":${seeds.coldShelf},`)
    expect(moved.json).toMatchObject({
      reason: 'space',
      isUrgent: true,
      stickers: ['up', 'dry'],
      remark: 'Rød',
    })
    expect((await send('GET', bill)).status).toBe(404)
    const found = await send('GET', `${parcelsPath(seeds.coldShelf)}/${seeds.bill}`)
    expect(found.json.status).toBe('moved')
  })

  test('keeps a note letter for letter', async () => {
    const send = open()
    const body = '\u{feff} Привет \u{1f600}\0\r\n'
    expect((await send('PUT', `${bill}/note`, { body, headers: plain })).status).toBe(204)
    const latin = { 'content-type': 'text/plain; charset=iso-8859-1' }
    expect((await send('PUT', `${bill}/note`, { body, headers: latin })).status).toBe(415)
    const response = await send('GET', `${bill}/note`)
    // The client takes the byte order mark for one.
    expect(response.text).toBe(body.slice(1))
  })

  test('writes an inventory as lines or as JSON', async () => {
    const send = open()
    const inventory = `${bergen}/inventory?column=label&column=id`
    const lines = await send('GET', inventory)
    expect(lines.text).toContain(`"Say ""hi"", oil",${seeds.liquid}\r\n`)
    expect(lines.headers.get('x-total-count')).toBe('4')
    const json = await send('GET', inventory, { headers: { accept: 'application/json' } })
    expect(json.json).toMatchObject({ columns: ['label', 'id'] })
    expect((await send('GET', inventory, { headers: { accept: 'image/png' } })).status).toBe(406)
  })

  test('counts from queued to done', async () => {
    const send = open()
    const headers = { 'x-shelves': `${seeds.shelf},${seeds.coldShelf}` }
    const begun = await send('POST', `${bergen}/stocktakes`, { headers })
    const place = begun.headers.get('location')?.replace('/v1', '') ?? ''
    const seen = [begun, await send('GET', place), await send('GET', place), await send('GET', place)]
    expect(seen.map(({ json }) => json.state)).toEqual(['queued', 'running', 'done', 'done'])
    expect(seen.map(({ json }) => json.result)).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 2 }, () => ({ shelves: 2, parcels: 4, weightKg: 504.75 })),
    ])
  })
})
