import { beforeEach, describe, expect, it } from 'vitest'
import { createApiClient } from '../src/index.ts'
import { createFakeApi } from '../src/testing.ts'
import { type FerryMethods, operations } from './generate/generated/ferries.ts'
import { examples } from './generate/generated/ferries-examples.ts'

const fake = createFakeApi(examples)
const ferries = createApiClient<FerryMethods>(operations, {
  baseUrl: 'http://fake.test/v1',
  fetch: fake.fetch,
  session: { authorize: (headers) => headers.set('authorization', 'Bearer secret') },
  retry: { attempts: 2, baseDelayMs: 0 },
})

beforeEach(() => fake.reset())

describe('createFakeApi', () => {
  it('responds with the first success example', async () => {
    expect(await ferries.getBooking({ 'booking-id': 'b' })).toStrictEqual(
      fake.example('getBooking', 'held').body,
    )
  })

  it('responds without a body where the document has none', async () => {
    await expect(ferries.cancelBooking({ 'booking-id': 'b' })).resolves.toBeUndefined()
  })

  it('responds by default as its options say', async () => {
    const other = createFakeApi(examples, { defaults: { getVessel: 'catamaran' } })
    const response = await other.fetch('http://fake.test/vessels/orca')
    expect(await response.json()).toStrictEqual(other.example('getVessel', 'catamaran').body)
  })

  it('records names and values as they were sent', async () => {
    await ferries.getVessel({ 'vessel-id': 'a b/c' })
    expect(fake.calls).toMatchObject([{ operationId: 'getVessel', path: { 'vessel-id': 'a b/c' } }])
  })

  it('records every value of a name', async () => {
    await fake.fetch('http://fake.test/crossings?stop=a&stop=b&limit=1&stop=')
    expect(fake.calls[0]?.query).toEqual({ stop: ['a', 'b', ''], limit: '1' })
  })

  it('finds the operation that says most of a path, wherever it stands', async () => {
    const paths = ['/{any}', '/a/{id}', '/a/{id}/parts', '/a/me', '/{kind}/me', '/a/{id}.json']
    const routes = Object.fromEntries(
      paths.map((path) => [
        path,
        { method: 'GET', path, examples: { ok: { status: 204, headers: {}, body: undefined } } },
      ]),
    )
    const any = createFakeApi(routes)
    for (const path of ['/v1/a/me', '/b/me', '/a/1', '/a/1/parts', '/a'])
      await any.fetch(`http://fake.test${path}`)
    expect(any.calls.map(({ operationId }) => operationId)).toEqual([
      '/a/me',
      '/{kind}/me',
      '/a/{id}',
      '/a/{id}/parts',
      '/{any}',
    ])
  })

  it('records no credentials', async () => {
    await fake.fetch('http://fake.test/bookings', {
      method: 'POST',
      headers: {
        Authorization: 'secret',
        Cookie: 'secret',
        'X-Api-Key': 'secret',
        'X-Access-Token': 'secret',
      },
      body: '{"password":"secret","deep":{"clientSecret":"secret"}}',
    })
    expect(JSON.stringify(fake.calls)).not.toContain('"secret"')
    expect(fake.calls[0]?.headers['authorization']).toBe('[redacted]')
  })

  it('numbers random keys, so that repetitions show', async () => {
    const key = crypto.randomUUID()
    const send = (idempotencyKey: string) =>
      fake.fetch('http://fake.test/bookings', {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
      })
    await send(key)
    await send(crypto.randomUUID())
    await send(key)
    await send('mine')
    expect(fake.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      '[random key 1]',
      '[random key 2]',
      '[random key 1]',
      'mine',
    ])
  })

  it('rejects what no operation takes', async () => {
    await expect(fake.fetch('http://fake.test/cars')).rejects.toThrow('no operation for GET /cars')
  })

  it('names an example that there is not', () => {
    expect(() => fake.respond('getVessel', 'toString' as 'carFerry')).toThrow(
      'getVessel has no example toString',
    )
  })
})
