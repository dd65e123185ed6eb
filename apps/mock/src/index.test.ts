import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMockOptions } from './index.ts'

const { PATH } = process.env

/** A module that ends a child and its processes together with the test runner. */
const endWithRunner = `data:text/javascript,process.once('disconnect', () => process.kill(-process.pid)); process.channel.unref()`

function startMain(env: Readonly<Record<string, string>>) {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', endWithRunner, main], {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (output.stdout += String(chunk)))
  child.stderr?.on('data', (chunk) => (output.stderr += String(chunk)))
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

const canary = randomUUID()
let mock: ReturnType<typeof startMain>
let url: string
beforeAll(async () => {
  mock = startMain({ MOCK_PORT: '0', CARD_DATA_KEY: canary })
  await Promise.race([once(mock.child.stdout ?? mock.child, 'data'), mock.ended])
  url = mock.output.stdout.slice('Mock: '.length).trim()
})
afterAll(() => void mock.child.kill())

const identity = { 'user-agent': 'test/1.0', 'x-cc-app': 'demo-app', authorization: 'Bearer a.b.c' }

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

const toInit = (method: string, { headers = {}, body }: Sent): RequestInit => ({
  method,
  headers: { ...identity, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  ...(body !== undefined && { body }),
})

async function send(method: string, path: string, sent: Sent = {}) {
  const { status, headers, ...response } = await fetch(url + path, toInit(method, sent)).then(
    async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
  )
  return { status, headers, body: response.text === '' ? undefined : JSON.parse(response.text) }
}

const buy = JSON.stringify({ action: 'buy' })
const carts = (headers: Readonly<Record<string, string>> = {}, body = buy) =>
  send('POST', '/v3/carts', { body, headers })

describe('main', () => {
  it('prints its address', () => {
    expect(mock.output).toEqual({
      stdout: expect.stringMatching(/^Mock: http:\/\/127\.0\.0\.1:\d+\n$/),
      stderr: '',
    })
  })

  it('hides every unlisted variable from Prism', () => {
    // `e` shows the environment of each process, and `ww` all of it.
    const processes = execFileSync('ps', ['axeww'], { encoding: 'utf8', env: { PATH } }).split('\n')
    const [prism = [], others = []] = [true, false].map((is) =>
      processes.filter((line) => line.includes('prism') === is),
    )
    expect(others.filter((line) => line.includes(canary))).toHaveLength(1)
    expect(prism.length).toBeGreaterThan(0)
    expect(prism.filter((line) => line.includes(canary))).toStrictEqual([])
  })

  it('names a wrong port and exits 2', async () => {
    const { output, ended } = startMain({ MOCK_PORT: 'abc' })
    expect({ code: await ended, ...output }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The mock cannot start: MOCK_PORT must be a port number from 0 to 65535, not "abc".\n',
    })
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

describe('startMock', () => {
  it('answers an operation with its example', async () => {
    const session = await send('POST', '/v3/session')
    expect(session.status).toBe(200)
    expect(session.headers.get('authorization')).toBe(session.body.access_token)
  })

  it('responds with the requested status and example', async () => {
    expect(await carts({ prefer: 'code=201' })).toMatchObject({ status: 201, body: { cards: [] } })
    expect(await carts({ prefer: 'code=400, example=token_expired' })).toMatchObject({
      status: 400,
      body: { message: ['no Authorization token was found'] },
    })
  })

  it('declares Retry-After on a 429', async () => {
    const limited = await send('GET', '/v3/wallets/200001', { headers: { prefer: 'code=429' } })
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('refuses a body of the wrong shape or content type', async () => {
    expect(await carts({}, '{"action":"sell"}')).toMatchObject({ status: 400 })
    expect(await carts({ 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  })
})

describe('differences from the server', () => {
  it.each<[string, number, string, string, Sent?]>([
    ['a missing token', 401, 'POST', '/v3/carts', { body: buy, headers: { authorization: '' } }],
    [
      'any token and any application',
      200,
      'GET',
      '/v3/wallets/200001',
      { headers: { 'x-cc-app': 'nobody', authorization: 'Bearer nonsense' } },
    ],
    ['no login', 200, 'GET', '/v3/customers/drawdown-account'],
    ['a missing application', 401, 'POST', '/v3/session', { headers: { 'x-cc-app': '' } }],
    ['no preference with the lowest success', 200, 'POST', '/v3/carts', { body: buy }],
    ['a malformed path parameter', 400, 'GET', '/v3/wallets/abc'],
    ['a sandbox trigger', 200, 'POST', '/v3/session', { headers: { 'x-sandbox-trigger': 'rate_limited' } }],
    ['a sandbox control', 404, 'GET', '/__sandbox/clock'],
    ['a wrong checkout', 422, 'POST', '/v3/orders?checkout=condensed', { body: '{}' }],
    [
      'a body above 256 KiB',
      200,
      'POST',
      '/v3/carts',
      { body: JSON.stringify({ action: 'buy', more: 'a'.repeat(256 * 1024) }) },
    ],
  ])('answers %s with %i', async (_what, status, method, path, sent) => {
    expect((await send(method, path, sent)).status).toBe(status)
  })

  it('keeps no state', async () => {
    const cart = await carts()
    const path = `/v3/carts/${cart.body.cartId}/cards/${cart.body.cards[0].id}`
    const statuses = [(await send('DELETE', path)).status, (await send('DELETE', path)).status]
    expect(statuses).toEqual([200, 200])
  })

  it('refreshes the token on every answer', async () => {
    expect((await send('GET', '/v3/wallets/200001')).headers.has('authorization')).toBe(true)
  })

  it('answers 405 with an Allow header', async () => {
    const { status, headers } = await send('PATCH', '/v3/carts', { body: buy })
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  it('gives a validation example, not its own texts', async () => {
    const [sell, none] = [await carts({}, '{"action":"sell"}'), await carts({}, '{}')]
    expect(sell.body).toEqual(none.body)
  })

  it('responds with problem+json without a matching example', async () => {
    expect([await send('GET', '/v3/nowhere'), await carts({ prefer: 'example=nothing' })]).toMatchObject([
      { status: 404, body: { type: expect.stringContaining('NO_PATH_MATCHED_ERROR') } },
      { status: 404, body: { type: expect.stringContaining('NOT_FOUND') } },
    ])
  })

  it('gives every error of one status the same code', async () => {
    const expired = await carts({ prefer: 'code=400, example=token_expired' })
    const invalid = await carts({ prefer: 'code=400, example=invalid_json' })
    expect(expired.body).not.toEqual(invalid.body)
    expect(expired.headers.get('x-error-code')).toBe(invalid.headers.get('x-error-code'))
  })

  it('echoes no request id', async () => {
    const { headers } = await send('POST', '/v3/session', { headers: { 'x-request-id': 'partner-1' } })
    expect(headers.get('x-request-id')).not.toBe('partner-1')
  })

  it('answers broken JSON with a validation example', async () => {
    const [broken, none] = [await carts({}, '{"action"'), await carts({}, '{}')]
    expect([broken.status, broken.body]).toEqual([400, none.body])
  })
})

// The last test: it ends the mock of this file.
describe('main, on SIGTERM', () => {
  it('stops', async () => {
    mock.child.kill('SIGTERM')
    expect([await mock.ended, mock.output.stderr]).toEqual([0, ''])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })
})
