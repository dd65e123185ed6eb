import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { busy, inTurn, problem, resumeTime, settle, startClient, stopTime } from './scripted.ts'

beforeEach(stopTime)
afterEach(resumeTime)

const throwing = () => {
  throw new Error('disk is full')
}

describe('logger', () => {
  it('hears of each attempt and pause', async () => {
    const { client, events } = startClient((_request, { length }) =>
      length === 1 ? problem(503, 'busy', { 'x-request-id': 'theirs' }) : undefined,
    )
    await settle(client.getStatus({ requestId: 'mine' }))
    const facts = { operationId: 'getStatus', method: 'GET', path: '/status' }
    expect(events).toEqual([
      { kind: 'request', ...facts, attempt: 1, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 1, requestId: 'theirs', status: 503, durationMs: 0 },
      { kind: 'retry', ...facts, attempt: 1, requestId: 'theirs', status: 503, delayMs: 125 },
      { kind: 'request', ...facts, attempt: 2, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 2, requestId: 'mine', status: 200, durationMs: 0 },
    ])
  })

  it.each([
    ['throws', throwing],
    ['rejects', () => Promise.reject(new Error('disk is full'))],
  ])('that %s fails neither call nor process', async (_name, logger) => {
    const unhandled = vi.fn<() => void>()
    process.on('unhandledRejection', unhandled)
    onTestFinished(() => void process.off('unhandledRejection', unhandled))
    const { client } = startClient(inTurn(busy), { logger })
    expect(await settle(client.getStatus())).toMatchObject({ status: 'fulfilled' })
    vi.useRealTimers()
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('onRequest and onResponse', () => {
  it('may change the headers of each attempt, and hear of every response', async () => {
    const seen: unknown[] = []
    const { client, requests } = startClient(inTurn(busy), {
      onRequest: async ({ attempt, headers, url }) => headers.set('traceparent', `${attempt} ${url}`),
      onResponse: ({ attempt, status }) => void seen.push([attempt, status]),
    })
    await settle(client.getStatus())
    expect(requests.map(({ headers }) => headers.get('traceparent'))).toEqual([
      '1 http://library.test/status',
      '2 http://library.test/status',
    ])
    expect(seen).toEqual([
      [1, 503],
      [2, 200],
    ])
  })
})
