import { describe, expect, it } from 'vitest'
import { createSandbox, faultClasses, startSandbox, UnknownFaultError } from '../src/index.ts'
import { create, describeFaults, listen, options, readBack, serve, shop, type Story } from './serve-shops.ts'
import { shopsDocument } from './shops-document.ts'

const statusOf =
  (method: string, path: string, body?: unknown, headers?: Record<string, string>): Story =>
  async (send) =>
    (await send(method, path, body, headers)).status
const listed =
  (path: string): Story =>
  async (send) => {
    for (const name of ['C', 'A', 'B']) await create(send, { name, town: name === 'A' ? 'Graz' : 'Linz' })
    return (await send('GET', path)).body.items.map(({ name }) => name).join('')
  }
const changed =
  (method: string, body: object, name: string): Story =>
  async (send) => {
    const path = `/shops/${await create(send)}`
    const { headers } = await send('GET', path)
    await send(method, path, body, { 'if-match': headers.get('etag') ?? '' })
    return (await send('GET', path)).body[name]
  }

describeFaults([
  ['response-property-missing@readShop:200/status', readBack(shop, 'status'), 'open', undefined],
  ['response-type@createShop:201/id', async (send) => typeof (await create(send)), 'string', 'number'],
  ['response-null@readShop:200/id', readBack(shop, 'id'), expect.any(String), null],
  [
    'response-enum@createShop:201/status',
    async (send) => ['open', 'closed'].includes((await send('POST', '/shops', shop)).body.status),
    true,
    false,
  ],
  [
    'response-text-too-long@readShop:200/name',
    async (send) => (await send('GET', `/shops/${await create(send)}`)).body.name.length > 40,
    false,
    true,
  ],
  ['response-property-undeclared@readShop:200', readBack(shop, 'undeclaredByAll'), undefined, 1],
  ['success-status@createShop:201', statusOf('POST', '/shops', shop), 201, 200],
  [
    'success-without-body@createShop:201',
    async (send) => (await send('POST', '/shops', shop)).text === '',
    false,
    true,
  ],
  [
    'response-malformed@createShop',
    async (send) => (await send('POST', '/shops', shop)).body === undefined,
    false,
    true,
  ],
  [
    'success-in-envelope@createShop:201',
    async (send) => Object.keys((await send('POST', '/shops', shop)).body),
    expect.arrayContaining(['name']),
    ['wrapped'],
  ],
  ['error-status@readShop:404', statusOf('GET', '/shops/0'), 404, 418],
  ['error-is-success@readShop:404', statusOf('GET', '/shops/0'), 404, 200],
  [
    'error-shape@createShop:400',
    async (send) => Array.isArray((await send('POST', '/shops', {})).body),
    false,
    true,
  ],
  [
    'error-shows-internals@createShop:400',
    async (send) => (await send('POST', '/shops', {})).text.includes('handler.js:12'),
    false,
    true,
  ],
  [
    'header-missing@createShop:201/Location',
    async (send) => (await send('POST', '/shops', shop)).headers.has('location'),
    true,
    false,
  ],
  [
    'header-malformed@readShop:200/ETag',
    async (send) => (await send('GET', `/shops/${await create(send)}`)).headers.get('etag') === '?',
    false,
    true,
  ],
  ['accepts-missing-property@createShop:body/name', statusOf('POST', '/shops', { town: 'Linz' }), 400, 201],
  ['accepts-too-long@createShop:body/name', statusOf('POST', '/shops', { name: 'x'.repeat(90) }), 400, 201],
  [
    'accepts-one-beyond-size@createShop:body/name maxLength',
    statusOf('POST', '/shops', { name: 'x'.repeat(41) }),
    400,
    201,
  ],
  [
    'accepts-other-type@changeShop:body/tags/*',
    async (send) => (await send('PATCH', `/shops/${await create(send)}`, { tags: [1] })).status,
    400,
    200,
  ],
  ['accepts-too-large@listShops:query.limit maximum', statusOf('GET', '/shops?limit=99'), 400, 200],
  ['rejects-at-bound@listShops:query.limit minimum', statusOf('GET', '/shops?limit=1'), 200, 400],
  ['rejects-listed@listShops:query.sort', statusOf('GET', '/shops?sort=-name'), 200, 400],
  ['accepts-missing-body@createShop:body', statusOf('POST', '/shops'), 400, 201],
  [
    'admits-without-credentials@readShop',
    statusOf('GET', '/shops/0', undefined, { authorization: '' }),
    401,
    404,
  ],
  [
    'admits-wrong-credentials@readShop',
    statusOf('GET', '/shops/0', undefined, { authorization: 'Bearer eve' }),
    401,
    404,
  ],
  [
    'admits-without-scope@readShop',
    statusOf('GET', '/shops/0', undefined, { authorization: 'Bearer none' }),
    403,
    404,
  ],
  ['rejects-credentials@listShops', statusOf('GET', '/shops'), 200, 401],
  [
    'creation-not-stored@createShop',
    async (send) => (await send('GET', `/shops/${await create(send)}`)).status,
    200,
    404,
  ],
  [
    'creation-stored-twice@createShop',
    async (send) => (await create(send), (await send('GET', '/shops')).body.total),
    1,
    2,
  ],
  ['change-not-stored@changeShop', changed('PATCH', { town: 'Graz' }, 'town'), 'Graz', 'Linz'],
  [
    'property-not-stored@createShop:foundedAt',
    readBack({ ...shop, foundedAt: '2026-01-02T03:04:05Z' }, 'foundedAt'),
    '2026-01-02T03:04:05Z',
    undefined,
  ],
  ['property-ignored@createShop:town', readBack(shop, 'town'), 'Linz', undefined],
  ['default-not-applied@createShop:isOpen', readBack(shop, 'isOpen'), true, false],
  ['patch-replaces@changeShop', changed('PATCH', { town: 'Graz' }, 'size'), 2.5, undefined],
  ['put-merges@replaceShop', changed('PUT', { name: 'New' }, 'town'), undefined, 'Linz'],
  [
    'deletion-without-effect@deleteShop',
    async (send) => {
      const path = `/shops/${await create(send)}`
      await send('DELETE', path)
      return (await send('GET', path)).status
    },
    404,
    200,
  ],
  [
    'deletion-of-another@deleteShop',
    async (send) => {
      const [one, other] = [await create(send), await create(send)]
      await send('DELETE', `/shops/${one}`)
      return (await send('GET', `/shops/${other}`)).status
    },
    200,
    404,
  ],
  [
    'unknown-is-found@readShop',
    async (send) => (await create(send), (await send('GET', '/shops/unknown')).status),
    404,
    200,
  ],
  [
    'other-parent@readGood',
    async (send) => {
      const [one, other] = [await create(send), await create(send)]
      const { body } = await send('POST', `/shops/${one}/goods`, { label: 'Tea' })
      return (await send('GET', `/shops/${other}/goods/${body.id}`)).status
    },
    404,
    200,
  ],
  [
    'location-elsewhere@createShop',
    async (send) => {
      const { headers, body } = await send('POST', '/shops', shop)
      return headers.get('location') === `/shops/${body.id}`
    },
    true,
    false,
  ],
  ['id-of-another@createShop', async (send) => (await create(send)) === (await create(send)), false, true],
  [
    'read-only-written@createShop:rank',
    async (send) => (await send('POST', '/shops', { ...shop, rank: 7 })).body?.rank === 7,
    false,
    true,
  ],
  [
    'write-only-shown@createShop:pin',
    async (send) => (await send('POST', '/shops', { ...shop, pin: '1234' })).body.pin,
    undefined,
    '1234',
  ],
  [
    'id-reused@createShop',
    async (send) => {
      const id = await create(send)
      await send('DELETE', `/shops/${id}`)
      return (await create(send)) === id
    },
    false,
    true,
  ],
  [
    'head-differs@readShop',
    async (send) => (await send('HEAD', `/shops/${await create(send)}`)).status,
    200,
    404,
  ],
  [
    'idempotency-key-for-another-request@createShop',
    async (send) => {
      const statuses: number[] = []
      for (const name of ['One', 'Two'])
        statuses.push((await send('POST', '/shops', { name }, { 'idempotency-key': 'k' })).status)
      return statuses
    },
    [201, 409],
    [201, 201],
  ],
  ['text-counted-in-bytes@createShop', statusOf('POST', '/shops', { name: 'é'.repeat(30) }), 201, 400],
  ['text-counted-in-utf-16@createShop', statusOf('POST', '/shops', { name: '😀'.repeat(30) }), 201, 400],
  [
    'transition-illegal@closeShop',
    async (send) => {
      const path = `/shops/${await create(send)}/close`
      await send('POST', path)
      return (await send('POST', path)).status
    },
    409,
    200,
  ],
  [
    'if-match-ignored@replaceShop',
    async (send) => (await send('PUT', `/shops/${await create(send)}`, shop, { 'if-match': '"old"' })).status,
    412,
    200,
  ],
  [
    'if-match-not-required@replaceShop',
    async (send) => (await send('PUT', `/shops/${await create(send)}`, shop)).status,
    428,
    200,
  ],
  [
    'failed-condition-leaves-traces@replaceShop',
    async (send) => {
      const path = `/shops/${await create(send)}`
      await send('PUT', path, { name: 'New' }, { 'if-match': '"old"' })
      return (await send('GET', path)).body.name
    },
    'Corner',
    'New',
  ],
  [
    'if-none-match-ignored@readShop',
    async (send) => {
      const path = `/shops/${await create(send)}`
      const { headers } = await send('GET', path)
      return (await send('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' })).status
    },
    304,
    200,
  ],
  [
    'idempotency-key-ignored@createShop',
    async (send) => {
      const sent = async () => (await send('POST', '/shops', shop, { 'idempotency-key': 'k' })).body.id
      return (await sent()) === (await sent())
    },
    true,
    false,
  ],
  [
    'rejected-leaves-traces@createShop',
    async (send) => (await send('POST', '/shops', { name: '' }), (await send('GET', '/shops')).body.total),
    0,
    1,
  ],
  ['list-misses-last@listShops', listed('/shops'), 'CAB', 'CA'],
  ['list-repeats@listShops', listed('/shops'), 'CAB', 'CABB'],
  ['position-ignored@listShops:offset', listed('/shops?offset=1'), 'AB', 'CAB'],
  ['size-ignored@listShops:limit', listed('/shops?limit=1'), 'C', 'CAB'],
  ['order-ignored@listShops:sort', listed('/shops?sort=name'), 'ABC', 'CAB'],
  ['filter-ignored@listShops:town', listed('/shops?town=Graz'), 'A', 'CAB'],
  ['filter-inverted@listShops:town', listed('/shops?town=Graz'), 'A', 'CB'],
  ['total-wrong@listShops', async (send) => (await send('GET', '/shops')).body.total, 0, 1],
  [
    'deleted-still-listed@listShops',
    async (send) => {
      await send('DELETE', `/shops/${await create(send)}`)
      return (await send('GET', '/shops')).body.items.length
    },
    0,
    1,
  ],
  ['text-cut@createShop', readBack({ name: 'x'.repeat(30) }, 'name'), 'x'.repeat(30), 'x'.repeat(16)],
  ['text-ascii-only@createShop', readBack({ name: 'Café' }, 'name'), 'Café', 'Caf?'],
  ['number-rounded@createShop', readBack(shop, 'size'), 2.5, 3],
  ['false-lost@createShop', readBack({ ...shop, isOpen: false }, 'isOpen'), false, true],
  [
    'zone-lost@createShop',
    readBack({ ...shop, foundedAt: '2026-01-02T03:04:05+02:00' }, 'foundedAt'),
    '2026-01-02T03:04:05+02:00',
    '2026-01-02T03:04:05Z',
  ],
])

describe('a router whose fault changes', () => {
  it('serves one fault after another, and rightly between them', async () => {
    const sandbox = await createSandbox(options)
    const faults = new Map(sandbox.faults().map((fault) => [fault.id, fault]))
    let id = ''
    const send = await listen(sandbox, await sandbox.router({ prepare: false, fault: () => faults.get(id) }))
    const seen: unknown[] = []
    for (id of ['', 'success-status@createShop:201', 'text-ascii-only@createShop', '']) {
      const { status, body } = await send('POST', '/shops', { name: 'Café' })
      seen.push([status, body.name])
    }
    expect(seen).toStrictEqual([
      [201, 'Café'],
      [200, 'Café'],
      [201, 'Caf?'],
      [201, 'Café'],
    ])
  })
})

describe('a server with a fault', () => {
  it.each<[fault: string, story: Story]>([
    ['rejects-at-bound@listShops:query.limit minimum', statusOf('GET', '/shops?limit=99')],
    ['shows-items-of-others@readShop', statusOf('GET', '/shops/unknown')],
    ['unknown-is-found@readShop', statusOf('GET', '/shops/unknown')],
  ])('does not deviate where the right one rejects too: %s', async (id, story) => {
    const [good, bad] = [await serve(), await serve(id)]
    expect(await story(bad.send)).toBe(await story(good.send))
    expect(bad.count()).toBe(0)
  })

  it('takes what is there from the beginning for no effect of the first request', async () => {
    const example = { id: 'first', name: 'First', status: 'open' }
    const { Shop, ...schemas } = shopsDocument.components.schemas
    const components = {
      ...shopsDocument.components,
      schemas: { ...schemas, Shop: { ...Shop, examples: [example] } },
    }
    const bad = await serve('creation-not-stored@createShop', { ...shopsDocument, components })
    await create(bad.send)
    expect((await bad.send('GET', '/shops')).body.items.map(({ id }) => id)).toStrictEqual(['first'])
  })
})

describe('faults()', () => {
  it('derives none that no request could show', async () => {
    const ids = (await createSandbox(options)).faults().map(({ id }) => id)
    expect(ids.filter((id) => id.includes(':path.'))).toStrictEqual([])
    expect(ids).not.toContain('total-wrong@listGoods')
    expect(ids).toContain('total-wrong@listShops')
    expect(ids).not.toContain('accepts-too-long@createShop:body/ownerId')
  })

  it('names each fault once, with the part of the document that makes it visible', async () => {
    const faults = (await createSandbox(options)).faults()
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
    expect(new Set(faults.map((fault) => fault.class))).toStrictEqual(new Set(faultClasses))
    expect(faults.filter(({ title, advice }) => title === '' || !advice.endsWith('.'))).toStrictEqual([])
  })

  it('is the same for the same document', async () => {
    const [one, other] = [await createSandbox(options), await createSandbox(options)]
    expect(one.faults().map(({ id }) => id)).toStrictEqual(other.faults().map(({ id }) => id))
  })
})

describe('startSandbox', () => {
  it('refuses a fault that the document does not have, and names those near it', async () => {
    const started = startSandbox({ ...options, port: 0, fault: 'text-cut@readShop' })
    await expect(started).rejects.toThrow(UnknownFaultError)
    await expect(started).rejects.toThrow(/similar ids: text-cut@createShop/)
  })
})
