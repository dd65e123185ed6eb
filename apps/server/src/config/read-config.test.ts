import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const cardKey = randomBytes(32).toString('base64')

describe('readConfig', () => {
  it('defaults to a sandbox on loopback', () => {
    expect(readConfig({})).toMatchObject({
      isSandbox: true,
      host: '127.0.0.1',
      port: 3000,
      mockPort: 4010,
      databaseUrl: 'sqlite:./.data/marketplace.db',
      tokenTtlSeconds: 3600,
      cartTtlMs: 1_800_000,
      rateLimitPerMinute: 600,
      corsOrigins: [],
      logLevel: 'info',
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
    ['CORS_ORIGINS', 'shop.example.com'],
    ['CORS_ORIGINS', 'https://shop.example.com/path'],
    ['JWT_PRIVATE_KEY', 'not a key'],
    ['CARD_DATA_KEY', 'c2hvcnQ='],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const read = (): unknown => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
  })

  it('never echoes a secret', () => {
    expect(() => readConfig({ JWT_PRIVATE_KEY: 'canary-secret' })).toThrow(/^(?!.*canary)/)
  })

  it('reads several web origins', () => {
    const { corsOrigins } = readConfig({ CORS_ORIGINS: 'https://shop.example.com, http://localhost:8080' })
    expect(corsOrigins).toStrictEqual(['https://shop.example.com', 'http://localhost:8080'])
  })

  it('takes a PEM on one line', () => {
    const oneLine = pem.trim().replaceAll('\n', String.raw`\n`)
    expect(readConfig({ JWT_PRIVATE_KEY: oneLine, CARD_DATA_KEY: cardKey }).secrets.areDemo).toBe(false)
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

  it.each([
    [
      'JWT_PRIVATE_KEY',
      readConfig({}).secrets.signingKey.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ],
    ['CARD_DATA_KEY', readConfig({}).secrets.cardDataKey.secret.toString('base64')],
  ])('refuses the demo key as %s', { meta: { rules: ['D11-03'] } }, (name, demo) => {
    expect(() => readConfig({ ...production, [name]: demo })).toThrow(`${name} is the demo key`)
  })
})
