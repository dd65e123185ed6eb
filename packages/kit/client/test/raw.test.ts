import { describe, expect, it } from 'vitest'
import { limited, problem, startClient } from './scripted.ts'

const path = '/books/{book-id}'
const params = { path: { 'book-id': 'a' } }

describe('raw', () => {
  it('is openapi-fetch', async () => {
    const { client } = startClient()
    const { data, error, response } = await client.raw.GET(path, { params })
    expect([data, error, response.status]).toEqual([{ title: 'Emma' }, undefined, 200])
  })

  it('resolves to errors of the server', async () => {
    const { client } = startClient(() => problem(404, 'No such book'))
    const { error, response } = await client.raw.GET(path, { params })
    expect([response.status, error]).toEqual([404, { title: 'No such book', status: 404 }])
  })

  it('has session, headers, log and retries', async () => {
    const { client, events, requests } = startClient(
      (_request, { length }) => (length === 1 ? limited('0') : undefined),
      {
        headers: { 'x-a': 'client' },
        session: { authorize: (headers) => headers.set('authorization', 'Bearer token') },
        retry: { baseDelayMs: 0 },
      },
    )
    await client.raw.GET(path, { params })
    expect(requests.map(({ headers }) => [headers.get('authorization'), headers.get('x-a')])).toEqual([
      ['Bearer token', 'client'],
      ['Bearer token', 'client'],
    ])
    expect(events.map(({ kind, operationId }) => `${operationId} ${kind}`)).toEqual([
      'getBook request',
      'getBook response',
      'getBook retry',
      'getBook request',
      'getBook response',
    ])
  })

  it('takes retry and timeoutMs for one call', async () => {
    const { client, requests } = startClient(() => problem(503, 'busy'))
    await client.raw.GET(path, { params, retry: false })
    expect(requests).toHaveLength(1)
    const call = client.raw.GET(path, { params, timeoutMs: 1, retry: false })
    await expect(call).resolves.toMatchObject({ response: { status: 503 } })
  })

  it('is not retried without the key that makes it safe', async () => {
    const { client, requests } = startClient(() => problem(503, 'busy'), { retry: { baseDelayMs: 0 } })
    await client.raw.POST('/loans', { body: { title: 'Emma' } })
    expect(requests).toHaveLength(1)
    await client.raw.POST('/loans', {
      body: { title: 'Emma' },
      params: { header: { 'Idempotency-Key': 'k' } },
    })
    expect(requests.slice(1).map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k', 'k'])
  })
})
