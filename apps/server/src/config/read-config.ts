import { settings } from '@giftcards/marketplace'
import { type Environment, readChoice, readInteger, readOrigins, readText } from './read-variable.ts'
import { readSecrets, type Secrets } from './secrets.ts'

/** How a server is to run (decision: how it is started). */
export interface ServerConfig {
  readonly isSandbox: boolean
  readonly host: string
  readonly port: number
  /** 0: no mock. */
  readonly mockPort: number
  readonly databaseUrl: string
  readonly sandboxSeed: string | undefined
  readonly sandboxKey: string | undefined
  readonly tokenTtlSeconds: number
  readonly cartTtlMs: number
  /** 0: no limit. */
  readonly rateLimitPerMinute: number
  /** None: CORS is off. */
  readonly corsOrigins: readonly string[]
  readonly logLevel: LogLevel
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
  const seconds = (name: string, fallback: number): number =>
    readInteger(env, name, { fallback, min: 1, max: aYear })
  return {
    isSandbox,
    host: readText(env, 'HOST') ?? '127.0.0.1',
    port: readInteger(env, 'PORT', { fallback: 3000, min: 0, max: 65_535 }),
    mockPort: readInteger(env, 'MOCK_PORT', { fallback: 4010, min: 0, max: 65_535 }),
    databaseUrl: readText(env, 'DATABASE_URL') ?? 'sqlite:./.data/marketplace.db',
    sandboxSeed: readText(env, 'SANDBOX_SEED'),
    sandboxKey: readText(env, 'SANDBOX_KEY'),
    tokenTtlSeconds: seconds('TOKEN_TTL_SECONDS', 3600),
    cartTtlMs: seconds('CART_TTL_SECONDS', settings.cartTtlMs / 1000) * 1000,
    rateLimitPerMinute: readInteger(env, 'RATE_LIMIT_PER_MINUTE', { fallback: 600, min: 0, max: 1_000_000 }),
    corsOrigins: readOrigins(env, 'CORS_ORIGINS'),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, 'info'),
    secrets: readSecrets(env, isSandbox),
  }
}
