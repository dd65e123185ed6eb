import { randomBytes } from 'node:crypto'
import {
  createCheckoutQueue,
  type MarketplaceDeps,
  type PasswordHasher,
  type PaymentGateway,
  type Store,
} from '@giftcards/marketplace'
import type { ServerConfig } from './config/read-config.ts'
import { createHttpApp, createRateLimiter, type HttpApp } from './http/index.ts'
import { createMetrics } from './observe/create-metrics.ts'
import type { ServiceLog } from './observe/create-logger.ts'
import type { PartnerCaller } from './operations/operation.ts'
import { createPartnerApi } from './partner/partner-api.ts'
import { publishedData } from './sandbox/published-data.ts'
import { createRequestLog, toLogEntry } from './sandbox/request-log.ts'
import { createSandboxApi } from './sandbox/sandbox-api.ts'
import { sandboxPaymentGateway } from './sandbox/sandbox-payment-gateway.ts'
import { createSyntheticCardIssuer } from './sandbox/synthetic-card-issuer.ts'
import { withSlowTurns } from './sandbox/triggers.ts'
import { createCardVault } from './security/card-vault.ts'
import { createIdSource } from './security/id-source.ts'
import { scryptHasher } from './security/password-hasher.ts'
import { createTokenService } from './security/token-service.ts'
import { openServiceClock } from './service/service-clock.ts'
import { createServiceMounts } from './service/service-mounts.ts'
import { startSweeper } from './service/start-sweeper.ts'
import { startTimer } from './service/start-timer.ts'

/** What a server takes beside its configuration. */
export interface ServerParts {
  readonly store: Store
  readonly log: ServiceLog
  /** Answers by magic ids unless another is given. */
  readonly gateway?: PaymentGateway
  /** scrypt unless another is given. */
  readonly passwords?: PasswordHasher
}

/** A server that is ready to be listened on. */
export interface Server {
  readonly app: HttpApp
  /** Ends its timers; the store stays open. */
  stop(): Promise<void>
}

/** Response headers that a browser may read (decision: security). */
const exposedHeaders = [
  'authorization',
  'x-token-exp-seconds',
  'x-session-id',
  'x-request-id',
  'x-error-code',
  'retry-after',
  'idempotent-replayed',
]

/** Puts the reference server together; every validator is compiled when it resolves. */
export async function createServer(
  config: ServerConfig,
  { store, log, gateway, passwords = scryptHasher }: ServerParts,
): Promise<Server> {
  const { isSandbox } = config
  if (isSandbox) await seedWhereEmpty(store)
  const clock = await openServiceClock(store)
  const queue = createCheckoutQueue(startTimer)
  const marketplace: MarketplaceDeps = {
    store,
    clock,
    ids: createIdSource(config.sandboxSeed),
    passwords,
    gateway: gateway ?? sandboxPaymentGateway,
    issuer: createSyntheticCardIssuer(config.sandboxSeed ?? randomBytes(32).toString('hex')),
    vault: createCardVault(config.secrets.cardDataKey),
    queue: isSandbox ? withSlowTurns(queue) : queue,
    settings: { cartTtlMs: config.cartTtlMs },
  }
  const tokens = createTokenService(config.secrets.signingKey, clock, config.tokenTtlSeconds)
  const limiter = createRateLimiter<PartnerCaller>({
    perMinute: config.rateLimitPerMinute,
    key: (facts, { appId = '', sessionId }) => `${appId}/${sessionId || facts.ip}`,
  })
  const requests = createRequestLog()
  const metrics = createMetrics()

  const reset = async (): Promise<void> => {
    await store.transaction((tx) => tx.seed(publishedData))
    await clock.reload()
    await limiter.reset()
    requests.clear()
  }

  const partnerApi = createPartnerApi({ marketplace, tokens }, limiter, { isSandbox })
  const sandboxApi = createSandboxApi({ marketplace, clock, requests, reset }, config.sandboxKey)
  const app = createHttpApp({
    apis: isSandbox ? [partnerApi, sandboxApi] : [partnerApi],
    mounts: createServiceMounts(store, metrics, isSandbox),
    onExchange(record) {
      // The sandbox page asks every second; its successes would bury what a reader of the log looks for.
      if (record.facts.operationId !== 'getOverview' || record.status >= 400) log.exchange(record)
      metrics.observe(record)
      if (isSandbox && !record.facts.path.startsWith('/__sandbox/'))
        requests.add(toLogEntry(record, clock.now()))
    },
    onDefect: (error, facts) => log.defect(error, facts.requestId),
    ...(config.corsOrigins.length > 0 ? { cors: { origins: config.corsOrigins, exposedHeaders } } : {}),
  })
  await app.ready()
  const sweeper = startSweeper(marketplace, (error) => log.defect(error, null))
  return {
    app,
    async stop() {
      limiter.stop()
      await sweeper.stop()
    },
  }
}

async function seedWhereEmpty(store: Store): Promise<void> {
  const [app] = publishedData.apps
  await store.transaction(async (tx) => {
    const known = await tx.findApp(app?.id ?? '')
    if (known === undefined) await tx.seed(publishedData)
  })
}
