import { settings } from '@giftcards/marketplace'
import { ConfigError } from './config-error.ts'
import { readDatabaseUrl } from './read-database-url.ts'
import { type Environment, readChoice, readInteger, readOrigins, readText } from './read-variable.ts'
import { readTrustedProxies } from './read-trusted-proxies.ts'
import { readSecrets, type Secrets } from './secrets.ts'

/** How a server is to run (decision: how it is started). */
export interface ServerConfig {
  readonly isSandbox: boolean
  readonly host: string
  readonly port: number
  /** 0: no mock. */
  readonly mockPort: number
  readonly databaseUrl: string
  /** To PostgreSQL at most. */
  readonly databaseConnections: number
  readonly sandboxSeed: string | undefined
  readonly sandboxKey: string | undefined
  readonly tokenTtlSeconds: number
  readonly cartTtlMs: number
  /** 0: no limit. */
  readonly rateLimitPerMinute: number
  /** None: CORS is off. */
  readonly corsOrigins: readonly string[]
  readonly logLevel: LogLevel
  /** Requests worked on at one time; one more is answered 503 at once. */
  readonly maxConcurrentRequests: number
  /** Open connections; one more is closed at once. */
  readonly maxConnections: number
  /** Addresses and ranges whose `X-Forwarded-For` is believed; none: the address of a connection is the caller's. */
  readonly trustedProxies: readonly string[]
  readonly secrets: Secrets
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const modes = ['production', 'development', 'test'] as const

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number]

const aYear = 365 * 24 * 3600

/** Reads the environment; throws a `ConfigError` of one line where a value is wrong. */
export function readConfig(env: Environment): ServerConfig {
  // A misspelt "production" must not open a sandbox to the world.
  const isSandbox = readChoice(env, 'NODE_ENV', modes, 'development') !== 'production'
  if (!isSandbox) refuseSandboxSettings(env)
  const seconds = (name: string, fallback: number): number =>
    readInteger(env, name, { fallback, min: 1, max: aYear })
  return {
    isSandbox,
    host: readText(env, 'HOST') ?? '127.0.0.1',
    port: readInteger(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 }),
    mockPort: readInteger(env, 'MOCK_PORT', { fallback: 4010, min: 0, max: 65_535 }),
    databaseUrl: readDatabaseUrl(env),
    databaseConnections: readInteger(env, 'DATABASE_CONNECTIONS', { fallback: 10, min: 2, max: 1000 }),
    sandboxSeed: readText(env, 'SANDBOX_SEED'),
    sandboxKey: readText(env, 'SANDBOX_KEY'),
    tokenTtlSeconds: seconds('TOKEN_TTL_SECONDS', 3600),
    cartTtlMs: seconds('CART_TTL_SECONDS', settings.cartTtlMs / 1000) * 1000,
    rateLimitPerMinute: readInteger(env, 'RATE_LIMIT_PER_MINUTE', { fallback: 600, min: 0, max: 1_000_000 }),
    corsOrigins: readOrigins(env, 'CORS_ORIGINS', isSandbox ? ['http:', 'https:'] : ['https:']),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    maxConcurrentRequests: readInteger(env, 'MAX_CONCURRENT_REQUESTS', {
      fallback: 256,
      min: 1,
      max: 100_000,
    }),
    maxConnections: readInteger(env, 'MAX_CONNECTIONS', { fallback: 10_000, min: 1, max: 1_000_000 }),
    trustedProxies: readTrustedProxies(env, 'TRUSTED_PROXIES'),
    secrets: readSecrets(env, isSandbox),
  }
}

/** Settings that make ids foreseeable or open controls: in production they are a mistake, not something to pass over. */
function refuseSandboxSettings(env: Environment): void {
  for (const name of ['SANDBOX_SEED', 'SANDBOX_KEY']) {
    if (readText(env, name) !== undefined)
      throw new ConfigError(`${name} is a setting of the sandbox, which production mode refuses`)
  }
}
