import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { createDemoCardDataKey } from './auth/card-vault.ts'
import { createDemoSigningKey } from './auth/tokens.ts'
import { ConfigError, readConfig, readDatabaseUrl } from './config.ts'

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const cardKey = randomBytes(32).toString('base64')

describe('readConfig', () => {
  it('defaults to a sandbox on loopback', { meta: { rules: ['D11-01'] } }, () => {
    expect(readConfig({})).toMatchObject({
      isSandbox: true,
      host: '127.0.0.1',
      port: 3000,
      mockPort: 4010,
      databaseUrl: 'sqlite:./.data/marketplace.db',
      tokenTtlSeconds: 3600,
      sessionMaxSeconds: 2_592_000,
      cartTtlMs: 1_800_000,
      rateLimitPerMinute: 600,
      corsOrigins: [],
      trustedProxies: [],
      logLevel: 'info',
      logFormat: 'auto',
      paymentGatewayModule: undefined,
      cardIssuerModule: undefined,
      allowSimulatedPayments: false,
      shutdown: { delayMs: 0, graceMs: 10_000 },
      otel: undefined,
      secrets: { areDemo: true },
    })
  })

  it.each([
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['MOCK_PORT', 'off'],
    ['TOKEN_TTL_SECONDS', '0'],
    ['CART_TTL_SECONDS', '1.5'],
    ['RATE_LIMIT_PER_MINUTE', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_FORMAT', 'pretty'],
    ['CORS_ORIGINS', 'shop.example.com'],
    ['CORS_ORIGINS', 'https://shop.example.com/path'],
    ['JWT_PRIVATE_KEY', 'not a key'],
    ['CARD_DATA_KEY', 'c2hvcnQ='],
    ['CARD_DATA_KEY', `${cardKey.slice(0, 20)}*${cardKey.slice(20)}`],
    ['CARD_DATA_KEYS_OLD', 'c2hvcnQ='],
    ['CARD_DATA_KEYS_OLD', `${cardKey},c2hvcnQ=`],
    ['JWT_PUBLIC_KEYS_OLD', 'not a key'],
    ['JWT_PUBLIC_KEYS_OLD', pem],
    ['CORS_ORIGINS', '*'],
    ['SHUTDOWN_DELAY_SECONDS', '301'],
    ['SHUTDOWN_GRACE_SECONDS', '5s'],
    ['ALLOW_SIMULATED_PAYMENTS', 'yes'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nonsense'],
    ['MAX_CONCURRENT_REQUESTS', '0'],
    ['MAX_CONNECTIONS', '0'],
    ['DATABASE_CONNECTIONS', '1'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', '*'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '::/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '2001:db8::/129'],
    ['TRUSTED_PROXIES', '10.0.0.0/'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ])('rejects %s=%s in one line that names it', (name, value) => {
    const read = (): unknown => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
  })

  it.each([
    'JWT_PRIVATE_KEY',
    'CARD_DATA_KEY',
    'JWT_PUBLIC_KEYS_OLD',
    'CARD_DATA_KEYS_OLD',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'PORT',
    'NODE_ENV',
    'CORS_ORIGINS',
  ])('never repeats the value of %s, which may be a secret', (name) => {
    expect(() => readConfig({ [name]: 'canary-secret' })).toThrow(/^(?!.*canary)/)
  })

  it('takes a blank variable for an unset one', () => {
    expect(readConfig({ PORT: ' ', DATABASE_URL: '', JWT_PRIVATE_KEY: '' })).toStrictEqual(readConfig({}))
  })

  it('reads where traces go', () => {
    const endpoint = 'http://127.0.0.1:4318'
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }
    expect(readConfig(traced).otel).toStrictEqual({ endpoint, serviceName: 'giftcards-server' })
    const named = { ...traced, OTEL_SERVICE_NAME: 'shop-front' }
    expect(readConfig(named).otel).toStrictEqual({ endpoint, serviceName: 'shop-front' })
    expect(readConfig({ OTEL_SERVICE_NAME: 'shop-front' }).otel).toBeUndefined()
  })

  it.each([
    [
      { SHUTDOWN_DELAY_SECONDS: '7', SHUTDOWN_GRACE_SECONDS: '0' },
      { shutdown: { delayMs: 7000, graceMs: 0 } },
    ],
    [
      {
        PAYMENT_GATEWAY_MODULE: './gateway.js',
        CARD_ISSUER_MODULE: 'issuer',
        ALLOW_SIMULATED_PAYMENTS: '1',
      },
      { paymentGatewayModule: './gateway.js', cardIssuerModule: 'issuer', allowSimulatedPayments: true },
    ],
    [
      { CORS_ORIGINS: 'https://shop.example.com, http://localhost:8080' },
      { corsOrigins: ['https://shop.example.com', 'http://localhost:8080'] },
    ],
  ])('reads %j', (env, config) => {
    expect(readConfig(env)).toMatchObject(config)
  })

  it('reads proxies as Express takes them', () => {
    const proxies = ['loopback', 'linklocal', 'uniquelocal', '10.0.0.0/8', '192.0.2.1/32', '::1', 'fd00::/8']
    const { trustedProxies } = readConfig({ TRUSTED_PROXIES: `${proxies.join(' , ')},` })
    expect(trustedProxies).toStrictEqual(proxies)
    expect(() => express().set('trust proxy', trustedProxies)).not.toThrow()
  })

  it('takes a PEM on one line', () => {
    const oneLine = pem.trim().replaceAll('\n', String.raw`\n`)
    expect(readConfig({ JWT_PRIVATE_KEY: oneLine, CARD_DATA_KEY: cardKey }).secrets.areDemo).toBe(false)
  })
})

describe('old keys', () => {
  const [first, second] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]

  it('are read beside the current ones', () => {
    const publicPem = createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
    const { secrets } = readConfig({
      CARD_DATA_KEYS_OLD: `${first}, ${second}`,
      JWT_PUBLIC_KEYS_OLD: publicPem.trim().replaceAll('\n', String.raw`\n`),
    })
    expect(secrets.oldCardDataKeys.map(({ secret }) => secret.toString('base64'))).toStrictEqual([
      first,
      second,
    ])
    expect(secrets.oldVerificationKeys).toHaveLength(1)
  })
})

describe('readConfig in production mode', () => {
  const production = { NODE_ENV: 'production', JWT_PRIVATE_KEY: pem, CARD_DATA_KEY: cardKey }

  it('starts on real keys, without the sandbox', () => {
    expect(readConfig(production)).toMatchObject({ isSandbox: false, secrets: { areDemo: false } })
  })

  it.each(['JWT_PRIVATE_KEY', 'CARD_DATA_KEY'])('requires %s', { meta: { rules: ['D12-16'] } }, (name) => {
    expect(() => readConfig({ ...production, [name]: undefined })).toThrow(
      `${name} is required in production mode`,
    )
  })

  const demo = { signingKey: createDemoSigningKey(), cardDataKey: createDemoCardDataKey() }
  const demoCardKey = demo.cardDataKey.secret.toString('base64')
  it.each([
    ['JWT_PRIVATE_KEY', demo.signingKey.privateKey.export({ type: 'pkcs8', format: 'pem' }), 'is'],
    ['CARD_DATA_KEY', demoCardKey, 'is'],
    ['JWT_PUBLIC_KEYS_OLD', demo.signingKey.publicKey.export({ type: 'spki', format: 'pem' }), 'contains'],
    ['CARD_DATA_KEYS_OLD', demoCardKey, 'contains'],
  ])('refuses the demo key as %s', { meta: { rules: ['D11-03'] } }, (name, key, verb) => {
    const read = () => readConfig({ ...production, [name]: key.toString() })
    expect(read).toThrow(`${name} ${verb} the demo key`)
  })

  it.each(['SANDBOX_SEED', 'SANDBOX_KEY'])('refuses %s', { meta: { rules: ['D10-06'] } }, (name) => {
    expect(() => readConfig({ ...production, [name]: 'x' })).toThrow(`${name} is a setting of the sandbox`)
  })

  it.each(['*', 'http://shop.example.com', 'https://shop.example.com,http://localhost:8080'])(
    'refuses the web origins %s',
    { meta: { rules: ['D10-06'] } },
    (origins) => {
      expect(() => readConfig({ ...production, CORS_ORIGINS: origins })).toThrow(
        /^CORS_ORIGINS must be (?:web|https) origins /,
      )
    },
  )

  it('takes https origins', () => {
    const { corsOrigins } = readConfig({ ...production, CORS_ORIGINS: 'https://shop.example.com' })
    expect(corsOrigins).toStrictEqual(['https://shop.example.com'])
  })
})

describe('readDatabaseUrl', () => {
  it('reads the same variable as a server', () => {
    expect(readDatabaseUrl({ PORT: 'wrong' })).toBe(readConfig({}).databaseUrl)
    expect(readDatabaseUrl({ DATABASE_URL: ' sqlite::memory: ' })).toBe('sqlite::memory:')
  })
})
