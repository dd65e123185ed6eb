import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type FakeProvider,
  type ProviderFault,
  startFakeProvider,
} from './fake-provider/start-fake-provider.ts'
import { createProviderClient, ProviderError, readProviderSettings, signRequest } from './provider-client.ts'

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider()
})
afterEach(() => provider.close())

/** Records the pauses of a client without waiting. */
let pauses: number[]
beforeEach(() => {
  pauses = []
})
const connect = (change: Partial<FakeProvider['settings']> = {}, random = 0) =>
  createProviderClient(
    { ...provider.settings, ...change },
    { wait: async (ms) => void pauses.push(ms), random: () => random },
  )
const close = (client = connect()) => client.call('POST', '/v1/references/close', { reference: 'order:1' })
const good = { status: 200, body: { charges: [], next: null } }
const unavailable: ProviderFault = { kind: 'responds', status: 503 }

describe('createProviderClient', () => {
  it('signs its requests', async () => {
    expect(await close()).toStrictEqual(good)
    expect(await connect().call('GET', '/v1/charges?reference=order%3A1')).toStrictEqual(good)
    expect(await close(connect({ secret: 'another' }))).toStrictEqual({
      status: 401,
      body: { code: 'bad_signature' },
    })
  })

  it.each<[string, ProviderFault]>([
    ['a connection that is closed', { kind: 'is dead' }],
    ['a response that is lost', { kind: 'loses the response' }],
    ['status 500', { kind: 'responds', status: 500 }],
    ['status 503', unavailable],
    ['status 429', { kind: 'responds', status: 429 }],
  ])('tries again after %s', async (_, fault) => {
    provider.failNext(fault, fault)
    expect(await close()).toStrictEqual(good)
    expect(provider.requests).toHaveLength(3)
    expect(pauses).toStrictEqual([125, 250])
  })

  it('leaves a silent provider after its time limit', async () => {
    provider.failAlways({ kind: 'is silent' })
    await expect(close(connect({ attemptMs: 50 }))).rejects.toThrow('nothing within 50 ms')
    expect(pauses).toHaveLength(2)
  })

  it('gives up after three attempts', async () => {
    provider.failAlways(unavailable)
    await expect(close(connect({}, 0.999))).rejects.toThrow(
      new ProviderError('The provider gave no response to POST /v1/references/close: status 503'),
    )
    expect(provider.requests).toHaveLength(3)
    expect(pauses).toStrictEqual([250, 500])
  })

  it.each([
    ['2', [2000]],
    ['1', [1000]],
    ['0', [125]],
    ['soon', [125]],
    [new Date(0).toUTCString(), [125]],
  ])('waits for Retry-After %s', async (retryAfter, expected) => {
    provider.failNext({ kind: 'responds', status: 429, retryAfter })
    expect(await close()).toStrictEqual(good)
    expect(pauses).toStrictEqual(expected)
  })

  it('leaves a longer wait to its caller', async () => {
    provider.failNext({ kind: 'responds', status: 429, retryAfter: '3' })
    await expect(close()).rejects.toThrow(
      'The provider gave no response to POST /v1/references/close: status 429',
    )
    expect(provider.requests).toHaveLength(1)
  })

  it.each([400, 401, 402, 404, 409, 422])('tries nothing again after %i', async (status) => {
    provider.failNext({ kind: 'responds', status, body: '{"code":"wrong"}' })
    expect(await close()).toStrictEqual({ status, body: { code: 'wrong' } })
    expect(provider.requests).toHaveLength(1)
  })

  it('reads a body that is not JSON as none', async () => {
    provider.failNext({ kind: 'responds', status: 200, body: '<html>' })
    expect(await close()).toStrictEqual({ status: 200, body: undefined })
  })

  it('follows no redirection', async () => {
    provider.failAlways({ kind: 'responds', status: 307, location: '/v1/cards/void' })
    await expect(close()).rejects.toThrow('the connection failed')
    expect(new Set(provider.requests)).toStrictEqual(new Set(['POST /v1/references/close']))
  })
})

describe('signRequest', () => {
  it('covers method, path, timestamp and body', () => {
    const parts = { method: 'POST', path: '/v1/charges', timestamp: 1_768_478_400, body: '{"leg":0}' }
    // printf 'POST\n/v1/charges\n1768478400\n{"leg":0}' | openssl dgst -sha256 -hmac 'a secret'
    expect(signRequest(parts, 'a secret')).toBe(
      '0119c784e52c918b86241298acc7feb228f003deddcfa69c1a6919d4eebda50a',
    )
    const changes = [
      { method: 'GET' },
      { path: '/v1/charge' },
      { timestamp: 1_768_478_401 },
      { body: '{"leg":1}' },
    ]
    const signatures = changes.map((change) => signRequest({ ...parts, ...change }, 'a secret'))
    expect(new Set([...signatures, signRequest(parts, 'a secret')]).size).toBe(5)
  })
})

describe('readProviderSettings', () => {
  const env = { PROVIDER_URL: 'https://provider.test', PROVIDER_KEY_ID: 'key-1', PROVIDER_SECRET: 'hidden-1' }

  it('reads address and key', () => {
    expect(readProviderSettings(env)).toStrictEqual({
      url: 'https://provider.test/',
      keyId: 'key-1',
      secret: 'hidden-1',
    })
    expect(readProviderSettings({ ...env, PROVIDER_URL: 'http://127.0.0.1:4100' }).url).toBe(
      'http://127.0.0.1:4100/',
    )
  })

  it.each(Object.keys(env))('requires %s', (name) => {
    expect(() => readProviderSettings({ ...env, [name]: ' ' })).toThrow(`${name} is required`)
  })

  it.each([
    'http://provider.test',
    'https://me:hidden-1@provider.test',
    'https://provider.test?key=hidden-1',
    'x',
  ])('rejects the address %s without quoting it', (url) => {
    expect(() => readProviderSettings({ ...env, PROVIDER_URL: url })).toThrow(
      new Error('PROVIDER_URL must be an https address without credentials and query'),
    )
  })
})
