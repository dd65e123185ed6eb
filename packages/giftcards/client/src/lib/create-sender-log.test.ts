import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answering,
  busy,
  never,
  resumeTime,
  settle,
  startRepeating,
  stopTime,
} from './start-repeating.fixture.ts'
import { storeOf } from './start-scripted.fixture.ts'

beforeEach(stopTime)
afterEach(resumeTime)

describe('logger', () => {
  it('hears of each attempt and pause', async () => {
    const { client, events } = startRepeating(answering(busy))
    await settle(client.createCart({}, { requestId: 'mine' }))
    const facts = { operationId: 'createCart', method: 'POST', path: '/v3/carts' }
    expect(events).toEqual([
      { kind: 'request', ...facts, attempt: 1, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 1, requestId: 'answered', status: 503, durationMs: 0 },
      { kind: 'retry', ...facts, attempt: 1, requestId: 'answered', status: 503, delayMs: 125 },
      { kind: 'request', ...facts, attempt: 2, requestId: 'mine' },
      { kind: 'response', ...facts, attempt: 2, requestId: 'answered', status: 200, durationMs: 0 },
    ])
  })

  it('hears of a request that was lost', async () => {
    const { client, events } = startRepeating(answering(never), { timeoutMs: 700, retry: { attempts: 1 } })
    await settle(client.createCart())
    expect(events.at(-1)).toMatchObject({ kind: 'response', status: undefined, durationMs: 700 })
  })

  it('hears of sessions', async () => {
    const { client, events } = startRepeating(() => undefined, { tokenStore: storeOf() })
    await client.login({ customer: { email: 'e', password: 'p' } })
    expect(events.filter(({ kind }) => kind === 'session')).toEqual([
      { kind: 'session', operationId: 'createSession' },
      { kind: 'session', operationId: 'login' },
    ])
  })

  it('that throws does not fail a call', async () => {
    const { client } = startRepeating(answering(busy), {
      logger: () => {
        throw new Error('disk is full')
      },
    })
    expect(await settle(client.createCart())).toMatchObject({ status: 'fulfilled' })
  })
})
