import { randomBytes } from 'node:crypto'
import {
  createCheckoutQueue,
  type MarketplaceDeps,
  type PasswordHasher,
  type PaymentGateway,
  type Store,
} from '@giftcards/marketplace'
import type { ServerConfig } from './config/read-config.ts'
import { createHttpApp, createRateLimiter, type HttpApp, type UnreadRequest } from '@contract-kit/express'
import { createMetrics } from './observe/create-metrics.ts'
import type { ServiceLog } from './observe/create-logger.ts'
import { createReadiness } from './observe/create-readiness.ts'
import { observeHandler, traceApi, traceMount } from './observe/observe-app.ts'
import { observeStore } from './observe/observe-store.ts'
import { noTracing, type Tracing } from './observe/tracing.ts'
import type { PartnerCaller } from './operations/operation.ts'
import { createPartnerApi } from './partner/partner-api.ts'
import { publishedData } from './sandbox/published-data.ts'
import { createRequestLog, toLogEntry } from './sandbox/request-log.ts'
import { createSandboxApi } from './sandbox/sandbox-api.ts'
import { createSandboxPaymentGateway } from './sandbox/sandbox-payment-gateway.ts'
import { createSyntheticCardIssuer } from './sandbox/synthetic-card-issuer.ts'
import { withSlowTurns } from './sandbox/triggers.ts'
import { createCardVault } from './security/card-vault.ts'
import { createIdSource } from './security/id-source.ts'
import { scryptHasher } from './security/password-hasher.ts'
import { createTokenService } from './security/token-service.ts'
import { followClock } from './service/follow-clock.ts'
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
  /** Follows nothing unless another is given. */
  readonly tracing?: Tracing
}

/** A server that is ready to be listened on. */
export interface Server {
  readonly app: HttpApp
  /** To be told by `listen` of what it refused itself. */
  onUnread(request: UnreadRequest): void
  /** Makes `/readyz` say that nothing new belongs here; everything is still answered. */
  drain(): void
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
  { store, log, gateway, passwords = scryptHasher, tracing = noTracing }: ServerParts,
): Promise<Server> {
  const { isSandbox } = config
  if (isSandbox) await seedWhereEmpty(store)
  const clock = await openServiceClock(store)
  const sharedStore = isSandbox ? followClock(store, clock) : store
  const queue = createCheckoutQueue(startTimer)
  const sandboxGateway = createSandboxPaymentGateway()
  const metrics = createMetrics()
  const observers = { metrics, tracing }
  const requestStore = observeStore(sharedStore, 'request', observers)
  const readiness = createReadiness(requestStore, startTimer)
  const marketplace: MarketplaceDeps = {
    store: requestStore,
    clock,
    realTime: { now: Date.now, startTimer },
    ids: createIdSource(config.sandboxSeed),
    passwords,
    gateway: gateway ?? sandboxGateway,
    issuer: createSyntheticCardIssuer(config.sandboxSeed ?? randomBytes(32).toString('hex')),
    vault: createCardVault(config.secrets.cardDataKey, config.secrets.oldCardDataKeys),
    queue: isSandbox ? withSlowTurns(queue) : queue,
    settings: { cartTtlMs: config.cartTtlMs },
  }
  const { signingKey, oldVerificationKeys } = config.secrets
  const tokens = createTokenService(signingKey, clock, config.tokenTtlSeconds, oldVerificationKeys)
  const limiter = createRateLimiter<PartnerCaller>({
    perMinute: config.rateLimitPerMinute,
    key: (facts, { appId = '', sessionId }) => `${appId}/${sessionId || facts.ip}`,
  })
  const requests = createRequestLog()

  const reset = async (): Promise<void> => {
    await store.transaction((tx) => tx.seed(publishedData))
    sandboxGateway.forget()
    await clock.reload()
    await limiter.reset()
    requests.clear()
  }

  const partnerApi = createPartnerApi({ marketplace, tokens }, limiter, { isSandbox })
  const sandboxApi = createSandboxApi({ marketplace, clock, requests, reset }, config.sandboxKey)
  const apis = isSandbox ? [partnerApi, sandboxApi] : [partnerApi]
  const app = createHttpApp({
    apis: apis.map((api) => traceApi(api, tracing)),
    mounts: createServiceMounts(readiness, metrics, isSandbox).map((mount) => traceMount(mount, tracing)),
    onExchange(record) {
      // The sandbox page asks every second; its successes would bury what a reader of the log looks for.
      if (record.facts.operationId !== 'getOverview' || record.status >= 400)
        log.exchange(record, tracing.findTraceId(record.facts))
      metrics.observe(record)
      if (isSandbox && !record.facts.path.startsWith('/__sandbox/'))
        requests.add(toLogEntry(record, clock.now()))
    },
    onDefect: (error, facts) => log.defect(error, facts.requestId),
    trustedProxies: config.trustedProxies,
    limits: { concurrentRequests: config.maxConcurrentRequests },
    ...(config.corsOrigins.length > 0 ? { cors: { origins: config.corsOrigins, exposedHeaders } } : {}),
  })
  await app.ready()
  const sweeperDeps = { ...marketplace, store: observeStore(sharedStore, 'sweeper', observers) }
  const sweeper = startSweeper(sweeperDeps, (error) => {
    metrics.countSweeperFailure()
    log.defect(error, null)
  })
  return {
    app: { ...app, handler: observeHandler(app.handler, observers) },
    onUnread(request) {
      log.unread(request)
      metrics.countUnread(request)
    },
    drain: () => readiness.drain(),
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
