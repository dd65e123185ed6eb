import { describe, expect, it } from 'vitest'
import { answerWith, refuseWith, token } from './scripted-service.fixture.ts'
import { startScripted, storeOf } from './start-scripted.fixture.ts'
import {
  ConnectionError,
  isPartnerApiError,
  PartnerApiError,
  PartnerClientError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../index.ts'

/** What a call rejects with whose only request is answered so. */
async function failureOf(answer: () => Response | Promise<Response>): Promise<unknown> {
  const { client } = startScripted(answer, { tokenStore: storeOf(token(1)) })
  const [outcome] = await Promise.allSettled([client.getOrder({ orderId: 'o' }, { requestId: 'mine' })])
  return outcome.status === 'rejected' ? outcome.reason : undefined
}

const lose = (reason: unknown) => async () => {
  throw reason
}

describe('PartnerApiError', () => {
  it('tells all that the service said', async () => {
    const error = await failureOf(() =>
      refuseWith(429, 'rate_limited', 'Too many requests', {
        'retry-after': '60',
        authorization: token(2),
        'x-token-exp-seconds': '3600',
      }),
    )
    expect(error).toBeInstanceOf(PartnerApiError)
    expect(Object.fromEntries(Object.entries(error as PartnerApiError))).toEqual({
      name: 'PartnerApiError',
      operationId: 'getOrder',
      requestId: 'answered',
      retryable: true,
      idempotencyKey: undefined,
      status: 429,
      code: 'rate_limited',
      messages: ['Too many requests'],
      retryAfterSeconds: 60,
      headers: {
        'retry-after': 60,
        'x-error-code': 'rate_limited',
        'x-request-id': 'answered',
        'x-token-exp-seconds': 3600,
      },
    })
    expect(String(error)).toBe('PartnerApiError: getOrder: 429 rate_limited: Too many requests')
  })

  it('joins its messages', async () => {
    const error = await failureOf(() => answerWith(400, { message: ['a is wrong', 'b is wrong'] }))
    expect(String(error)).toContain('a is wrong; b is wrong')
    expect(error).toMatchObject({ messages: ['a is wrong', 'b is wrong'], code: undefined })
  })

  it('masks the token of its request, whatever it looks like', async () => {
    const { client } = startScripted(() => refuseWith(400, 'validation_error', 'what is opaque-token?'), {
      tokenStore: storeOf('opaque-token'),
    })
    await expect(client.createCart()).rejects.toMatchObject({ messages: ['what is ****?'] })
  })

  it('leaves out an integer that is none', async () => {
    const error = await failureOf(() =>
      refuseWith(503, 'internal_error', 'Service unavailable', {
        'retry-after': 'Thu, 15 Jan 2026 15:05:05 GMT',
      }),
    )
    expect((error as PartnerApiError).headers).not.toHaveProperty('retry-after')
  })

  it('takes an error of any status', async () => {
    expect(await failureOf(() => refuseWith(418, 'teapot', 'short'))).toMatchObject({
      name: 'PartnerApiError',
      status: 418,
      code: 'teapot',
    })
  })
})

describe('UnexpectedAnswerError', () => {
  it.each([
    ['a page instead of a success', 200, () => new Response('<html>')],
    ['an empty success', 204, () => new Response(null, { status: 204 })],
    ['a text as a success', 200, () => Response.json('done')],
    ['a redirect', 302, () => new Response('', { status: 302, headers: { location: '/' } })],
    ['a redirect with a message', 302, () => Response.json({ message: ['Moved'] }, { status: 302 })],
    ['a page instead of an error', 404, () => new Response('<html>', { status: 404 })],
    ['an error of another shape', 400, () => Response.json({ message: 'no' }, { status: 400 })],
    ['a problem', 404, () => Response.json({ title: 'Not found' }, { status: 404 })],
    ['a list', 400, () => Response.json([], { status: 400 })],
  ])('is %s', async (_name, status, answer) => {
    const error = await failureOf(answer)
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toMatchObject({ operationId: 'getOrder', status, requestId: 'mine', retryable: false })
  })

  it('of a proxy’s 502 may be repeated', async () => {
    const error = await failureOf(() => new Response('<html>', { status: 502 }))
    expect(error).toMatchObject({ name: 'UnexpectedAnswerError', retryable: true })
  })
})

describe('ConnectionError', () => {
  it('names the reason of the runtime', async () => {
    const error = await failureOf(
      lose(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })),
    )
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({
      requestId: 'mine',
      retryable: true,
      message: 'getOrder: no answer (ECONNREFUSED)',
    })
  })

  it.each([
    [new TypeError('Failed to fetch https://host/secret'), 'TypeError'],
    [Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    [Object.assign(new Error('x'), { code: 'secret 42' }), 'Error'],
    [Object.assign(new Error('x'), { code: 'Secret Words' }), 'Error'],
    [undefined, 'undefined'],
    ['secret', 'undefined'],
  ])('of %s shows nothing of its text', async (reason, shown) => {
    expect(await failureOf(lose(reason))).toMatchObject({ message: `getOrder: no answer (${shown})` })
  })

  it('has no cause to look into', async () => {
    expect(await failureOf(lose(new Error('x')))).not.toHaveProperty('cause')
  })

  it('is one class with TimeoutError and their base', () => {
    const facts = { operationId: 'o', requestId: 'r', retryable: true, idempotencyKey: undefined }
    const error = new TimeoutError('m', facts)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toBeInstanceOf(PartnerClientError)
    expect(error).toBeInstanceOf(Error)
  })
})

describe('isPartnerApiError', () => {
  it('tells a refusal from all else', async () => {
    expect(isPartnerApiError(await failureOf(() => refuseWith(400, 'validation_error', 'no')))).toBe(true)
    expect(isPartnerApiError(await failureOf(lose(new Error('x'))))).toBe(false)
    expect(isPartnerApiError({ code: 'validation_error' })).toBe(false)
    expect(isPartnerApiError(undefined)).toBe(false)
  })

  it('tells one code from another', async () => {
    const error = await failureOf(() => refuseWith(404, 'order_not_found', 'Order not found'))
    expect(isPartnerApiError(error, 'order_not_found')).toBe(true)
    expect(isPartnerApiError(error, 'cart_not_found')).toBe(false)
  })
})
