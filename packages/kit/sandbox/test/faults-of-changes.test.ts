import { create, describeFaults, readBack, type Send, shop, type Story } from './serve-shops.ts'

const address = { street: 'Ring', city: 'Linz' }

/** Creates a shop with all that a change may name, changes it, and reads a property: in the response, and afterwards. */
const changed =
  (body: object, name: string): Story =>
  async (send) => {
    const path = `/shops/${await create(send, { ...shop, address, tags: ['a'] })}`
    const before = (await send('GET', path)).body
    const shown = (await send('PATCH', path, body)).body[name]
    const kept = (await send('GET', path)).body[name]
    return name === 'createdAt' ? [shown === before[name], kept === before[name]] : [shown, kept]
  }

/** Replaces a shop on a condition. */
const replaced =
  (toMatch: (tag: string) => string): Story =>
  async (send) => {
    const path = `/shops/${await create(send)}`
    const tag = (await send('GET', path)).headers.get('etag') ?? ''
    return (await send('PUT', path, shop, { 'if-match': toMatch(tag) })).status
  }

/** Creates a shop twice with one key, as one caller or two. */
const createdTwice =
  (second: string): Story =>
  async (send) => {
    const key = { 'idempotency-key': 'k' }
    const first = await send('POST', '/shops', shop, key)
    const again = await send('POST', '/shops', shop, { ...key, authorization: `Bearer ${second}` })
    return [again.status, again.body.id === first.body.id]
  }

const statusOf =
  (body: object): Story =>
  async (send) =>
    (await send('POST', '/shops', body)).status

const signed =
  (text: string): Story =>
  async (send) => {
    const path = `/shops/${await create(send)}/sign`
    await send('PUT', path, text, { 'content-type': 'text/plain' })
    return (await send('GET', path)).text
  }

const conditional = async (send: Send, headers: (tag: string) => Record<string, string>, method = 'GET') => {
  const path = `/shops/${await create(send)}`
  const tag = (await send('GET', path)).headers.get('etag') ?? ''
  return send(method, path, undefined, headers(tag))
}

describeFaults([
  ['change-shown-late@changeShop', changed({ town: 'Graz' }, 'town'), ['Graz', 'Graz'], ['Linz', 'Graz']],
  [
    'patch-replaces-object@changeShop:address',
    changed({ address: { city: 'Graz' } }, 'address'),
    [
      { street: 'Ring', city: 'Graz' },
      { street: 'Ring', city: 'Graz' },
    ],
    [{ street: 'Ring', city: 'Graz' }, { city: 'Graz' }],
  ],
  ['list-grows@changeShop:tags', changed({ tags: ['b'] }, 'tags'), [['b'], ['b']], [['b'], ['a', 'b']]],
  [
    'creation-time-renewed@changeShop:createdAt',
    changed({ town: 'Graz' }, 'createdAt'),
    [true, true],
    [false, false],
  ],
  [
    'replacement-as-creation@replaceGood',
    async (send) => {
      const path = `/shops/${await create(send)}/goods/tea`
      await send('PUT', path, { label: 'Tea' })
      return (await send('PUT', path, { label: 'Green tea' })).status
    },
    200,
    201,
  ],
  [
    'deleted-revived@changeShop',
    async (send) => {
      const path = `/shops/${await create(send)}`
      await send('DELETE', path)
      return [(await send('PATCH', path, { town: 'Graz' })).status, (await send('GET', path)).status]
    },
    [404, 404],
    [200, 200],
  ],
  [
    'location-of-list@createShop',
    async (send) => (await send('POST', '/shops', shop)).headers.get('location') === '/shops',
    false,
    true,
  ],
  ['if-match-weak@replaceShop', replaced((tag) => `W/${tag}`), 412, 200],
  ['if-match-star-fails@replaceShop', replaced(() => '*'), 200, 412],
  ['if-match-first-only@replaceShop', replaced((tag) => `"old", ${tag}`), 200, 412],
  [
    'not-modified-without-etag@readShop',
    async (send) => (await conditional(send, (tag) => ({ 'if-none-match': tag }))).headers.has('etag'),
    true,
    false,
  ],
  ['idempotency-key-refused-again@createShop', createdTwice('ada'), [201, true], [409, false]],
  ['idempotency-keys-shared@createShop', createdTwice('bob'), [201, false], [201, true]],
  [
    'fraction-lost@createShop',
    readBack({ ...shop, foundedAt: '2026-01-02T03:04:05.678Z' }, 'foundedAt'),
    '2026-01-02T03:04:05.678Z',
    '2026-01-02T03:04:05Z',
  ],
  ['choice-forgotten@createShop', readBack({ ...shop, branch: 'tools' }, 'branch'), 'tools', 'food'],
  ['content-cut@writeSign', signed('Open'), 'Open', 'Ope'],
  ['content-trimmed@writeSign', signed('Open\n'), 'Open\n', 'Open'],
  ['content-as-text@writeSign', signed('Café'), 'Café', 'Caf??'],
  ['fails-on-null@createShop', statusOf({ ...shop, nickname: null }), 201, 500],
  ['fails-on-empty-list@createShop', statusOf({ ...shop, tags: [] }), 201, 500],
  ['fails-on-empty-text@createShop', statusOf({ ...shop, town: '' }), 201, 500],
  ['fails-on-odd-text@createShop', statusOf({ ...shop, town: "Land's End" }), 201, 500],
  ['accepts-impossible-date@createShop:body/opensOn', statusOf({ ...shop, opensOn: '2026-02-30' }), 400, 201],
  [
    'accepts-other-media-type@createShop',
    async (send) => (await send('POST', '/shops', shop, { 'content-type': 'text/csv' })).status,
    415,
    201,
  ],
  [
    'accept-ignored@listShops',
    async (send) => (await send('GET', '/shops', undefined, { accept: 'image/png' })).status,
    406,
    200,
  ],
  [
    'head-without-headers@readShop',
    async (send) => (await conditional(send, () => ({}), 'HEAD')).headers.has('etag'),
    true,
    false,
  ],
  ['success-in-other-charset@readShop:200', readBack({ ...shop, name: 'Café' }, 'name'), 'Café', 'Caf\uFFFD'],
])
