import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Mock, MockStartError, readMockOptions, startMock } from './index.ts'

let mock: Mock

const canary = randomUUID()
beforeAll(async () => {
  vi.stubEnv('CARD_DATA_KEY', canary)
  mock = await startMock({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await mock.close()
})

const identity = { 'user-agent': 'test/1.0', 'x-cc-app': 'demo-app', authorization: 'Bearer a.b.c' }

async function send(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: object; body?: string } = {},
) {
  const response = await fetch(mock.url + path, {
    method,
    headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return {
    status: response.status,
    code: response.headers.get('x-error-code'),
    requestId: response.headers.get('x-request-id'),
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const buy = JSON.stringify({ action: 'buy' })
const withoutToken = { authorization: '' }

const askFor = (example: string) =>
  send('POST', '/v3/carts', { body: buy, headers: { prefer: `code=400, example=${example}` } })

describe('startMock', () => {
  it('hides every unlisted variable from Prism', () => {
    const { PATH } = process.env
    // `e` shows the environment of each process, and `ww` all of it.
    const processes = execFileSync('ps', ['axeww'], { encoding: 'utf8', env: { PATH } }).split('\n')
    expect(processes.some((line) => line.includes('prism'))).toBe(true)
    expect(processes.filter((line) => line.includes(canary))).toStrictEqual([])
  })

  it('answers an operation with its example', async () => {
    const session = await send('POST', '/v3/session')
    expect(session.status).toBe(200)
    expect(session.headers.get('authorization')).toBe(session.body.access_token)
  })

  it('answers with the status asked for', async () => {
    expect(await send('POST', '/v3/carts', { body: buy, headers: { prefer: 'code=201' } })).toMatchObject({
      status: 201,
      body: { cards: [] },
    })
  })

  it('answers with the example asked for', async () => {
    const prefer = 'code=400, example=token_expired'
    expect(await send('POST', '/v3/carts', { body: buy, headers: { prefer } })).toMatchObject({
      status: 400,
      body: { message: ['no Authorization token was found'] },
    })
  })

  it('declares Retry-After on a 429', async () => {
    const limited = await send('GET', '/v3/wallets/200001', { headers: { prefer: 'code=429' } })
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('refuses a body of the wrong shape', async () => {
    expect(await send('POST', '/v3/carts', { body: '{"action":"sell"}' })).toMatchObject({ status: 400 })
  })

  it('refuses another content type', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await send('POST', '/v3/carts', { body: buy, headers })).toMatchObject({ status: 415 })
  })

  it('rejects when its port is in use', async () => {
    const port = Number(new URL(mock.url).port)
    await expect(startMock({ host: '127.0.0.1', port })).rejects.toThrow(
      new MockStartError(`127.0.0.1:${port} is in use; set MOCK_PORT to another port.`),
    )
  })
})

describe('readMockOptions', () => {
  it('listens on the loopback by default', () => {
    expect(readMockOptions({})).toEqual({ host: '127.0.0.1', port: 4010 })
  })

  it('takes HOST and MOCK_PORT', () => {
    expect(readMockOptions({ HOST: '0.0.0.0', MOCK_PORT: '5000' })).toEqual({ host: '0.0.0.0', port: 5000 })
  })

  it.each(['70000', 'abc', '-1'])('rejects the port %s in a sentence', (port) => {
    expect(readMockOptions({ MOCK_PORT: port })).toBe(
      `MOCK_PORT must be a port number from 0 to 65535, not "${port}".`,
    )
  })
})

describe('divergences of the mock', () => {
  it('answers a missing token with 401', async () => {
    expect(await send('POST', '/v3/carts', { body: buy, headers: withoutToken })).toMatchObject({
      status: 401,
    })
  })

  it('takes any token and any application', async () => {
    const headers = { 'x-cc-app': 'nobody', authorization: 'Bearer nonsense' }
    expect(await send('GET', '/v3/wallets/200001', { headers })).toMatchObject({ status: 200 })
  })

  it('asks for no login', async () => {
    expect(await send('GET', '/v3/customers/drawdown-account')).toMatchObject({ status: 200 })
  })

  it('answers a missing application with 401 everywhere', async () => {
    expect(await send('POST', '/v3/session', { headers: { 'x-cc-app': '' } })).toMatchObject({ status: 401 })
  })

  it('keeps no state', async () => {
    const cart = await send('POST', '/v3/carts', { body: buy })
    const path = `/v3/carts/${cart.body.cartId}/cards/${cart.body.cards[0].id}`
    const removed = await send('DELETE', path)
    const again = await send('DELETE', path)
    expect([removed.status, again.status]).toEqual([200, 200])
  })

  it('takes the lowest success without preference', async () => {
    expect(await send('POST', '/v3/carts', { body: buy })).toMatchObject({ status: 200 })
  })

  it('refreshes the token on every answer', async () => {
    const { headers } = await send('GET', '/v3/wallets/200001')
    expect(headers.has('authorization')).toBe(true)
  })

  it('answers a malformed path parameter with 400', async () => {
    expect(await send('GET', '/v3/wallets/abc')).toMatchObject({ status: 400 })
  })

  it('answers 405 without an Allow header', async () => {
    const answer = await send('PATCH', '/v3/carts', { body: buy })
    expect(answer).toMatchObject({ status: 405 })
    expect(answer.headers.has('allow')).toBe(false)
  })

  it('knows no sandbox trigger and no control', async () => {
    const triggered = await send('POST', '/v3/session', { headers: { 'x-sandbox-trigger': 'rate_limited' } })
    const control = await send('GET', '/__sandbox/clock')
    expect([triggered.status, control.status]).toEqual([200, 404])
  })

  it('gives a validation example, not its own texts', async () => {
    const sell = await send('POST', '/v3/carts', { body: '{"action":"sell"}' })
    const none = await send('POST', '/v3/carts', { body: '{}' })
    expect(sell.body).toEqual(none.body)
  })

  it('answers what no example covers as problem+json', async () => {
    const unknown = await send('GET', '/v3/nowhere')
    const missing = await send('POST', '/v3/carts', { body: buy, headers: { prefer: 'example=nothing' } })
    expect([unknown, missing]).toMatchObject([
      { status: 404, body: { type: expect.stringContaining('NO_PATH_MATCHED_ERROR') } },
      { status: 404, body: { type: expect.stringContaining('NOT_FOUND') } },
    ])
  })

  it('refuses a wrong checkout with the documented 422', async () => {
    expect(await send('POST', '/v3/orders?checkout=condensed', { body: '{}' })).toMatchObject({ status: 422 })
  })

  it('gives every error of one status the same code', async () => {
    const [expired, invalid] = await Promise.all([askFor('token_expired'), askFor('invalid_json')])
    expect(expired.body).not.toEqual(invalid.body)
    expect(expired.code).toBe(invalid.code)
  })

  it('echoes no request id', async () => {
    const { requestId } = await send('POST', '/v3/session', { headers: { 'x-request-id': 'partner-1' } })
    expect(requestId).not.toBe('partner-1')
  })

  it('takes a body above 256 KiB', async () => {
    const body = JSON.stringify({ action: 'buy', more: 'a'.repeat(256 * 1024) })
    expect(await send('POST', '/v3/carts', { body })).toMatchObject({ status: 200 })
  })

  it('leaves broken JSON unanswered', async () => {
    const giveUp = new AbortController()
    const broken = fetch(`${mock.url}/v3/carts`, {
      method: 'POST',
      headers: { ...identity, 'content-type': 'application/json' },
      body: '{"action"',
      signal: giveUp.signal,
    }).then(
      () => 'answered',
      () => 'unanswered',
    )
    // Later requests get responses, one after another. The broken one is still waiting.
    for (let later = 0; later < 5; later += 1) await send('POST', '/v3/carts', { body: buy })
    giveUp.abort()
    expect(await broken).toBe('unanswered')
  })
})
