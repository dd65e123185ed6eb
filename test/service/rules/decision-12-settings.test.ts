import { generateKeyPairSync } from 'node:crypto'
import { ConfigError, readConfig } from '@giftcards/server'
import { afterEach, describe, expect, it } from 'vitest'
import { createRealKeys, demoKeys } from '@giftcards/test-harness/process'
import { type Cart, openSession, type Partner, type Sandbox, startSandbox } from '@giftcards/test-harness'

const opened: Sandbox[] = []

/** Opens a sandbox for this test only. */
async function open(env: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(env)
  opened.push(sandbox)
  return sandbox
}

afterEach(async () => {
  for (const sandbox of opened.splice(0)) await sandbox.close()
})

const newCart = (partner: Partner, headers = {}) =>
  partner.call('createCart', { body: { action: 'buy' }, headers })

describe('TOKEN_TTL_SECONDS', () => {
  it('sets the lifetime of tokens', { meta: { rules: ['D12-05', '8-06'] } }, async () => {
    const sandbox = await open({ TOKEN_TTL_SECONDS: '400' })
    const { url } = sandbox
    await sandbox.reset()
    const partner = await openSession(url)
    const session = await partner.call('createSession')
    expect([session.body, session.headers.get('x-token-exp-seconds')]).toMatchObject([
      { expiresInSeconds: 400 },
      '400',
    ])
    const { token } = partner
    await sandbox.advance(399)
    expect((await newCart(partner, { authorization: `Bearer ${token}` })).status).toBe(201)
    await sandbox.advance(1)
    const late = await newCart(partner, { authorization: `Bearer ${token}` })
    expect([late.status, late.code]).toStrictEqual([400, 'token_expired'])
  })
})

describe('CART_TTL_SECONDS', () => {
  it('sets the expiry of carts', { meta: { rules: ['D12-06'] } }, async () => {
    const sandbox = await open({ CART_TTL_SECONDS: '60' })
    const { url } = sandbox
    await sandbox.reset()
    const partner = await openSession(url)
    const { cartId } = (await newCart(partner)).body as Cart
    await sandbox.advance(59)
    const before = await newCart(partner)
    expect([before.status, (before.body as Cart).cartId]).toStrictEqual([200, cartId])
    await sandbox.advance(60)
    const after = await newCart(partner)
    expect(after.status).toBe(201)
    expect((after.body as Cart).cartId).not.toBe(cartId)
  })
})

describe('RATE_LIMIT_PER_MINUTE', () => {
  it('limits each session on its own', { meta: { rules: ['D12-07'] } }, async () => {
    const { url } = await open({ RATE_LIMIT_PER_MINUTE: '3' })
    const [partner, other] = [await openSession(url), await openSession(url)]
    const statuses = []
    for (let count = 0; count < 3; count += 1) statuses.push((await newCart(partner)).status)
    expect(statuses).toStrictEqual([201, 200, 200])
    const limited = await newCart(partner)
    expect([limited.status, limited.code, limited.messages]).toStrictEqual([
      429,
      'rate_limited',
      ['Too many requests'],
    ])
    const wait = Number(limited.headers.get('retry-after'))
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(wait).toBeLessThanOrEqual(60)
    expect(Number.isInteger(wait)).toBe(true)
    expect((await newCart(other)).status).toBe(201)
    expect((await openSession(url, 'demo-app-2')).token).not.toBe('')
  })

  it('is 600 unless set', { meta: { rules: ['D12-07'] } }, () => {
    expect(readConfig({}).rateLimitPerMinute).toBe(600)
  })

  it('turns the limit off at 0', { meta: { rules: ['D12-08'] } }, async () => {
    const { url } = await open({ RATE_LIMIT_PER_MINUTE: '0' })
    const partner = await openSession(url)
    for (const status of [201, 200, 200]) expect((await newCart(partner)).status).toBe(status)
  })
})

const origin = 'https://shop.example.com'

const preflight = (url: string) =>
  fetch(`${url}/v3/carts`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('CORS_ORIGINS', () => {
  it('keeps CORS off unless set', { meta: { rules: ['D12-09'] } }, async () => {
    const { url } = await open()
    const partner = await openSession(url)
    for (const { headers } of [await newCart(partner, { origin }), await preflight(url)]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toStrictEqual([])
    }
  })

  it('opens the server to the named origins', { meta: { rules: ['D12-09'] } }, async () => {
    const { url } = await open({ CORS_ORIGINS: `${origin}, https://app.example.com` })
    const partner = await openSession(url)
    const { headers } = await newCart(partner, { origin })
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    const exposed = (headers.get('access-control-expose-headers') ?? '').split(',')
    const wanted = ['authorization', 'x-token-exp-seconds', 'x-session-id', 'x-request-id', 'x-error-code']
    wanted.push('retry-after', 'ratelimit', 'ratelimit-policy')
    expect(exposed).toStrictEqual(expect.arrayContaining(wanted))
    const asked = await preflight(url)
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toStrictEqual([204, origin])
    const stranger = await newCart(partner, { origin: 'https://evil.example.com' })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('LOG_LEVEL', () => {
  it.each([
    ['info', ['resetSandbox', 'setClock', 'createSession', 'createCart']],
    ['error', ['createCart']],
    ['silent', []],
  ])('%s says how much is logged', { meta: { rules: ['D12-15'] } }, async (level, logged) => {
    const { url, logLines } = await open({ LOG_LEVEL: level })
    const partner = await openSession(url)
    await newCart(partner, { 'x-sandbox-trigger': 'internal_error' })
    const operations = logLines.map((line) => (JSON.parse(line) as { operationId?: string }).operationId)
    expect(operations.filter((operationId) => operationId !== undefined)).toStrictEqual(logged)
    expect(logLines.join('')).not.toContain(partner.token)
  })
})

describe('a wrong value', { meta: { rules: ['D12-10'] } }, () => {
  it.each([
    ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535'],
    ['MOCK_PORT', '-1', 'MOCK_PORT must be a whole number from 0 to 65535'],
    ['TOKEN_TTL_SECONDS', '0', 'TOKEN_TTL_SECONDS must be a whole number from 1 to 31536000'],
    ['CART_TTL_SECONDS', '1.5', 'CART_TTL_SECONDS must be a whole number from 1 to 31536000'],
    ['RATE_LIMIT_PER_MINUTE', '1e3', 'RATE_LIMIT_PER_MINUTE must be a whole number from 0 to 1000000'],
    [
      'CORS_ORIGINS',
      'shop.example.com',
      'CORS_ORIGINS must be web origins separated by commas, such as https://shop.example.com',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
    ['JWT_PRIVATE_KEY', 'not-a-key', 'JWT_PRIVATE_KEY must be a P-256 private key in PEM'],
    ['CARD_DATA_KEY', 'c2hvcnQ=', 'CARD_DATA_KEY must be 32 bytes in base64'],
  ])('of %s (%s) is refused', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })

  it('of a signing key on another curve is refused', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const JWT_PRIVATE_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(() => readConfig({ JWT_PRIVATE_KEY })).toThrow(
      new ConfigError('JWT_PRIVATE_KEY must be a P-256 private key in PEM'),
    )
  })

  it('of NODE_ENV is refused', () => {
    expect(() => readConfig({ NODE_ENV: 'prodution' })).toThrow(
      new ConfigError('NODE_ENV must be one of production, development, test'),
    )
  })
})

describe('production mode', () => {
  it.each([
    ['JWT_PRIVATE_KEY', { CARD_DATA_KEY: createRealKeys().CARD_DATA_KEY }],
    ['CARD_DATA_KEY', { JWT_PRIVATE_KEY: createRealKeys().JWT_PRIVATE_KEY }],
  ])('does not start without %s', { meta: { rules: ['D12-16'] } }, (name, keys) => {
    expect(() => readConfig({ NODE_ENV: 'production', ...keys })).toThrow(
      expect.objectContaining({
        name: 'ConfigError',
        message: expect.stringMatching(new RegExp(`^${name} is required in production mode: `)) as string,
      }) as Error,
    )
  })

  it.each(['JWT_PRIVATE_KEY', 'CARD_DATA_KEY'] as const)(
    'does not start with the demo %s',
    { meta: { rules: ['D11-03'] } },
    (name) => {
      const keys = { ...createRealKeys(), [name]: demoKeys[name] }
      expect(() => readConfig({ NODE_ENV: 'production', ...keys })).toThrow(
        new ConfigError(
          `${name} is the demo key, which protects nothing; production mode needs keys of your own`,
        ),
      )
    },
  )
})
