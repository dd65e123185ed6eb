import { settings } from '@giftcards/marketplace'
import { z } from 'zod'
import { type CardDataKey, createDemoCardDataKey, parseCardDataKey } from './auth/card-vault.ts'
import {
  createDemoSigningKey,
  parseSigningKey,
  parseVerificationKeys,
  type SigningKey,
  type VerificationKey,
} from './auth/tokens.ts'

/** A variable has a wrong value. The message is one line with its name and the valid values, without any secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The keys of a server. */
export interface Secrets {
  readonly signingKey: SigningKey
  readonly cardDataKey: CardDataKey
  /** Retired keys. Tokens signed with one are valid until they expire. */
  readonly oldVerificationKeys: readonly VerificationKey[]
  /** Retired keys. Cards sealed with one can still be opened. */
  readonly oldCardDataKeys: readonly CardDataKey[]
  /** Whether one of the current keys is a published demo key. */
  readonly areDemo: boolean
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** The least severe lines that are logged. */
export type LogLevel = (typeof logLevels)[number]

/** How a server runs (decision: how it is started). */
export interface ServerConfig {
  readonly isSandbox: boolean
  readonly host: string
  readonly port: number
  /** 0: no mock. */
  readonly mockPort: number
  readonly databaseUrl: string
  /** The most connections to PostgreSQL. */
  readonly databaseConnections: number
  readonly sandboxSeed: string | undefined
  readonly sandboxKey: string | undefined
  readonly tokenTtlSeconds: number
  /** The lifetime of a session after login, refreshed or not. */
  readonly sessionMaxSeconds: number
  readonly cartTtlMs: number
  /** 0: no limit. */
  readonly rateLimitPerMinute: number
  /** Empty: CORS is off. */
  readonly corsOrigins: readonly string[]
  readonly logLevel: LogLevel
  /** `auto`: readable lines if a sandbox runs on a terminal, else JSON. */
  readonly logFormat: 'auto' | 'json'
  /** The most requests in progress at one time; any further one gets 503. */
  readonly maxConcurrentRequests: number
  /** The most open connections; a further one is closed at once. */
  readonly maxConnections: number
  /** Addresses and ranges whose `X-Forwarded-For` is trusted. Empty: the caller is the peer of the connection. */
  readonly trustedProxies: readonly string[]
  /** File path or package name of the module that creates the payment gateway. */
  readonly paymentGatewayModule: string | undefined
  /** File path or package name of the module that creates the card issuer. */
  readonly cardIssuerModule: string | undefined
  /** Whether production mode may simulate the payment gateway and the card issuer. */
  readonly allowSimulatedPayments: boolean
  /** After the first signal `/readyz` returns 503 for `delayMs`; then requests in flight have `graceMs` to end. */
  readonly shutdown: { readonly delayMs: number; readonly graceMs: number }
  /** The OpenTelemetry collector (OTLP over HTTP) that receives traces. `undefined`: no traces. */
  readonly otel: { readonly endpoint: string; readonly serviceName: string } | undefined
  readonly secrets: Secrets
}

const yearSeconds = 365 * 24 * 3600

const integer = (min: number, max: number, fallback: number) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .default(fallback)
    .meta({ values: `${min} to ${max}` })

const choice = <const Choices extends readonly string[]>(choices: Choices, fallback: Choices[number]) =>
  z
    .enum(choices, { error: `must be one of ${choices.join(', ')}` })
    .default(fallback)
    .meta({ values: choices.map((one) => `\`${one}\``).join(', ') })

/** A key, or several. The message replaces the error of the parser, which may quote the key. */
const key = <Key>(parse: (text: string) => Key, message: string) =>
  z.string().transform((text, context) => {
    try {
      return parse(text)
    } catch {
      context.addIssue(message)
      return z.NEVER
    }
  })

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const list = (item: z.ZodType<unknown, string>, message: string) =>
  z
    .string()
    .transform(splitList)
    .refine((items) => items.every((one) => item.safeParse(one).success), { error: message })
    .default([])

const origin = z.url({ protocol: /^https?$/ }).refine((text) => URL.parse(text)?.origin === text)

/**
 * The values that Express accepts as `trust proxy`. A range of prefix 0 would let every caller choose its own
 * address.
 */
const proxy = z.union([
  z.enum(['loopback', 'linklocal', 'uniquelocal']),
  z.ipv4(),
  z.ipv6(),
  z.union([z.cidrv4(), z.cidrv6()]).refine((range) => !range.endsWith('/0')),
])

const databaseUrl = z
  .string()
  // The public placeholder of deploy/*.env.example.
  .refine((url) => !/:change-me[^@]*@/.test(url), {
    error: 'has the password of the example; set a password of your own',
  })
  .default('sqlite:./.data/marketplace.db')

const variables = z.object({
  // A misspelled "production" must not start a public sandbox.
  NODE_ENV: choice(['production', 'development', 'test'], 'development').describe(
    '`production` has no sandbox controls, rejects the demo keys and the database of a sandbox, and needs `npm run migrate` before it starts',
  ),
  HOST: z.string().default('127.0.0.1').describe('Address on which the server listens'),
  PORT: integer(0, 65_535, 3000).describe('Port on which the server listens; `0` takes a free one'),
  MOCK_PORT: integer(0, 65_535, 4010).describe('Port of the mock that a sandbox starts; `0` starts none'),
  DATABASE_URL: databaseUrl.describe(
    '`sqlite:<path>`, `sqlite::memory:` or `postgres://<user>:<password>@<host>/<database>`',
  ),
  DATABASE_CONNECTIONS: integer(2, 1000, 10).describe(
    'Maximum number of connections of this server to PostgreSQL',
  ),
  SANDBOX_SEED: z.string().optional().describe('Makes generated ids the same in every run; sandbox only'),
  SANDBOX_KEY: z
    .string()
    .optional()
    .describe(
      'Key that the sandbox controls require in `x-sandbox-key`. Without a key, they accept calls from this machine only; sandbox only',
    ),
  TOKEN_TTL_SECONDS: integer(1, yearSeconds, 3600).describe('Lifetime of a session token'),
  SESSION_MAX_SECONDS: integer(1, yearSeconds, 30 * 86_400).describe(
    'Maximum time from login to the end of a session, even if its token is refreshed',
  ),
  CART_TTL_SECONDS: integer(1, yearSeconds, settings.cartTtlMs / 1000).describe(
    'Time after which an unchanged cart expires',
  ),
  RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000, 600).describe(
    'Requests per minute for each app and session; `0` turns off this limit and the limits per address',
  ),
  CORS_ORIGINS: list(
    origin,
    'must be web origins separated by commas, such as https://shop.example.com',
  ).describe('Origins of web pages that may call the API, separated by commas; HTTPS only in production'),
  LOG_LEVEL: choice(logLevels, 'info').describe('Least severe level that is logged'),
  LOG_FORMAT: choice(['auto', 'json'], 'auto').describe(
    '`auto` writes lines for people to a terminal, and JSON elsewhere. `json` always writes JSON',
  ),
  MAX_CONCURRENT_REQUESTS: integer(1, 100_000, 256).describe(
    'Maximum number of requests in progress, at most half of them from one address. The server rejects others with 503',
  ),
  MAX_CONNECTIONS: integer(1, 1_000_000, 10_000).describe(
    'Maximum number of open connections; the server closes others at once',
  ),
  TRUSTED_PROXIES: list(
    proxy,
    'must be addresses or ranges separated by commas, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal',
  ).describe(
    'Addresses and ranges of proxies whose `X-Forwarded-For` is trusted, separated by commas; `loopback`, `linklocal` and `uniquelocal` are ranges too',
  ),
  PAYMENT_GATEWAY_MODULE: z
    .string()
    .optional()
    .describe(
      'File or package of the module that takes payments. A sandbox simulates them; production requires the module',
    ),
  CARD_ISSUER_MODULE: z
    .string()
    .optional()
    .describe(
      'File or package of the module that issues cards. A sandbox simulates them; production requires the module',
    ),
  ALLOW_SIMULATED_PAYMENTS: choice(['0', '1'], '0').describe(
    '`1` lets production simulate a payment gateway or card issuer that has no module',
  ),
  SHUTDOWN_DELAY_SECONDS: integer(0, 300, 0).describe(
    'Time after the first signal during which `/readyz` returns 503 and requests are still served',
  ),
  SHUTDOWN_GRACE_SECONDS: integer(0, 300, 10).describe(
    'Time after that delay for requests in progress to end',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'must be an http or https address, such as http://127.0.0.1:4318',
    })
    .optional()
    .describe(
      'OpenTelemetry collector (OTLP over HTTP) that receives traces; without it, there are no traces',
    ),
  OTEL_SERVICE_NAME: z.string().default('giftcards-server').describe('Name of this server in traces'),
  JWT_PRIVATE_KEY: key(parseSigningKey, 'must be a P-256 private key in PEM')
    .optional()
    .describe(
      'Key that signs session tokens: a P-256 private key in PEM. A sandbox has a demo key; production requires one',
    ),
  JWT_PUBLIC_KEYS_OLD: key(parseVerificationKeys, 'must be P-256 public keys in PEM, one after another')
    .default([])
    .describe(
      'Retired keys whose tokens stay valid until they expire: P-256 public keys in PEM, one after another',
    ),
  CARD_DATA_KEY: key(parseCardDataKey, 'must be 32 bytes in base64')
    .optional()
    .describe(
      'Key that encrypts card numbers and PINs: 32 bytes in base64. A sandbox has a demo key; production requires one',
    ),
  CARD_DATA_KEYS_OLD: key(
    (text) => splitList(text).map(parseCardDataKey),
    'must be keys of 32 bytes in base64, separated by commas',
  )
    .default([])
    .describe('Retired keys whose cards can still be read: 32 bytes in base64 each, separated by commas'),
})

/** Finds the first variable that is valid in the sandbox but not in production mode. */
function findProductionProblem(read: z.output<typeof variables>): string | undefined {
  const { JWT_PRIVATE_KEY, CARD_DATA_KEY, JWT_PUBLIC_KEYS_OLD, CARD_DATA_KEYS_OLD } = read
  // These would make ids predictable or enable the sandbox controls.
  for (const name of ['SANDBOX_SEED', 'SANDBOX_KEY'] as const) {
    if (read[name] !== undefined) return `${name} is a setting of the sandbox; unset it in production mode`
  }
  if (read.CORS_ORIGINS.some((one) => !one.startsWith('https:')))
    return 'CORS_ORIGINS must be https origins in production mode, separated by commas, such as https://shop.example.com'
  if (JWT_PRIVATE_KEY === undefined)
    return 'JWT_PRIVATE_KEY is required in production mode: a P-256 private key in PEM'
  if (CARD_DATA_KEY === undefined) return 'CARD_DATA_KEY is required in production mode: 32 bytes in base64'
  const demoIds = new Set([createDemoSigningKey().id, createDemoCardDataKey().id])
  const keys = {
    JWT_PRIVATE_KEY: [JWT_PRIVATE_KEY],
    JWT_PUBLIC_KEYS_OLD,
    CARD_DATA_KEY: [CARD_DATA_KEY],
    CARD_DATA_KEYS_OLD,
  }
  for (const [name, used] of Object.entries(keys)) {
    if (used.some(({ id }) => demoIds.has(id)))
      return `${name} ${name.endsWith('_OLD') ? 'contains' : 'is'} the demo key, which protects nothing; production mode needs keys of your own`
  }
  return undefined
}

/** Parses variables with a schema. A blank value counts as unset, since environment files cannot unset a variable. */
function readVariables<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, env: Environment) {
  const set = Object.keys(schema.shape).map((name) => [name, env[name]?.trim() || undefined] as const)
  const result = schema.safeParse(Object.fromEntries(set))
  if (result.success) return result.data
  const [issue] = result.error.issues
  // Does not quote the value, which may be a secret of another variable.
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`)
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(variables.shape)

/** A setting as the docs list it. */
export interface DocumentedSetting {
  readonly name: string
  /** Undefined if the variable has no default. */
  readonly default: string | undefined
  /** Markdown: a range or the choices; undefined if any text, or the format in `meaning`, is valid. */
  readonly values: string | undefined
  /** Markdown. */
  readonly meaning: string
}

/** All settings in the order of the docs. Throws for a setting without a description. */
export function documentSettings(): readonly DocumentedSetting[] {
  return Object.entries(variables.shape).map(([name, schema]) => {
    const { description, values } = schema.meta() ?? {}
    if (description === undefined) throw new Error(`${name} has no description`)
    const unset: unknown = schema.parse(undefined)
    return {
      name,
      default: typeof unset === 'string' || typeof unset === 'number' ? String(unset) : undefined,
      values: typeof values === 'string' ? values : undefined,
      meaning: description,
    }
  })
}

/** Reads the database setting of the operator's commands, which need no other. */
export function readDatabaseUrl(env: Environment): string {
  return readVariables(z.object({ DATABASE_URL: databaseUrl }), env).DATABASE_URL
}

/** Reads the module of the payment gateway, for an operator's command that calls it. */
export function readGatewayModule(env: Environment): string | undefined {
  return readVariables(variables.pick({ PAYMENT_GATEWAY_MODULE: true }), env).PAYMENT_GATEWAY_MODULE
}

/** Reads the variables of a server. Throws a `ConfigError` for the first one that is wrong. */
export function readConfig(env: Environment): ServerConfig {
  const read = readVariables(variables, env)
  const isSandbox = read.NODE_ENV !== 'production'
  const problem = isSandbox ? undefined : findProductionProblem(read)
  if (problem !== undefined) throw new ConfigError(problem)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = read
  return {
    isSandbox,
    host: read.HOST,
    port: read.PORT,
    mockPort: read.MOCK_PORT,
    databaseUrl: read.DATABASE_URL,
    databaseConnections: read.DATABASE_CONNECTIONS,
    sandboxSeed: read.SANDBOX_SEED,
    sandboxKey: read.SANDBOX_KEY,
    tokenTtlSeconds: read.TOKEN_TTL_SECONDS,
    sessionMaxSeconds: read.SESSION_MAX_SECONDS,
    cartTtlMs: read.CART_TTL_SECONDS * 1000,
    rateLimitPerMinute: read.RATE_LIMIT_PER_MINUTE,
    corsOrigins: read.CORS_ORIGINS,
    logLevel: read.LOG_LEVEL,
    logFormat: read.LOG_FORMAT,
    maxConcurrentRequests: read.MAX_CONCURRENT_REQUESTS,
    maxConnections: read.MAX_CONNECTIONS,
    trustedProxies: read.TRUSTED_PROXIES,
    paymentGatewayModule: read.PAYMENT_GATEWAY_MODULE,
    cardIssuerModule: read.CARD_ISSUER_MODULE,
    allowSimulatedPayments: read.ALLOW_SIMULATED_PAYMENTS === '1',
    shutdown: {
      delayMs: read.SHUTDOWN_DELAY_SECONDS * 1000,
      graceMs: read.SHUTDOWN_GRACE_SECONDS * 1000,
    },
    otel: endpoint === undefined ? undefined : { endpoint, serviceName },
    secrets: {
      signingKey: read.JWT_PRIVATE_KEY ?? createDemoSigningKey(),
      cardDataKey: read.CARD_DATA_KEY ?? createDemoCardDataKey(),
      oldVerificationKeys: read.JWT_PUBLIC_KEYS_OLD,
      oldCardDataKeys: read.CARD_DATA_KEYS_OLD,
      areDemo: read.JWT_PRIVATE_KEY === undefined || read.CARD_DATA_KEY === undefined,
    },
  }
}
