import { describe, expect, it } from 'vitest'
import { UnsendableError } from '../wire/serialize-request.ts'
import { createFetchTransport } from './fetch-transport.ts'
import { ConnectionError, TimeoutError } from './transport.ts'

const get = { method: 'GET', target: '/x?a=1', headers: [['accept', '*/*']], body: undefined } as const

describe('createFetchTransport', () => {
  it('asks the function for the URL below the base', async () => {
    const sender = createFetchTransport(
      (request) => new Response(`${request.method} ${request.url}`),
      'http://host.test/v1/',
    )
    const answer = await sender.send(get, 5_000)
    expect(Buffer.from(answer.body).toString()).toBe('GET http://host.test/v1/x?a=1')
  })

  it('sends the body of a POST', async () => {
    const sender = createFetchTransport(
      async (request) => new Response(await request.text(), { status: 201 }),
      'http://host.test',
    )
    const answer = await sender.send({ ...get, method: 'POST', body: '{"a":1}' }, 5_000)
    expect([answer.status, Buffer.from(answer.body).toString()]).toStrictEqual([201, '{"a":1}'])
  })

  it('tells a function that does not answer', async () => {
    const sender = createFetchTransport(() => new Promise<Response>(() => undefined), 'http://host.test')
    await expect(sender.send(get, 20)).rejects.toThrow(TimeoutError)
  })

  it('tells a function that throws', async () => {
    const sender = createFetchTransport(() => Promise.reject(new Error('broken')), 'http://host.test')
    await expect(sender.send(get, 5_000)).rejects.toThrow(ConnectionError)
  })

  it('refuses a method that the standard forbids', async () => {
    const sender = createFetchTransport(() => new Response(), 'http://host.test')
    await expect(sender.send({ ...get, method: 'TRACE' }, 5_000)).rejects.toThrow(UnsendableError)
  })
})
