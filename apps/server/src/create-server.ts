import { randomBytes } from 'node:crypto'
import { openapiDocument } from '@giftcards/contract'
import {
  createCheckoutQueue,
  type MarketplaceDeps,
  type PasswordHasher,
  type CardIssuer,
  type PaymentGateway,
  type Store,
} from '@giftcards/marketplace'
import type { Express } from 'express'
import { createApp } from './app.ts'
import { createCardVault } from './auth/card-vault.ts'
import { createEmailHash } from './auth/email-hash.ts'
import { createIdSource } from './auth/ids.ts'
import { limitHashing, passwordHasher } from './auth/passwords.ts'
import { createTokenService } from './auth/tokens.ts'
import { followClock, openServiceClock, startTimer } from './clock.ts'
import { requireCollaborators } from './collaborators.ts'
import type { ServerConfig } from './config.ts'
import { startSweeper } from './jobs/sweeper.ts'
import { createRateLimits, createWorkLimit } from './limits.ts'
import { summarizeDefect } from './observe/defect.ts'
import type { ServiceLog } from './observe/log.ts'
import { createMetrics } from './observe/metrics.ts'
import { createReadiness } from './observe/readiness.ts'
import { observeStore } from './observe/store.ts'
import { noTracing, type Tracing } from './observe/tracer.ts'
import { createPartnerApi } from './partner-api.ts'
import { createMasking } from './sandbox/request-log/masking.ts'
import { demoPassword, publishedData } from './sandbox/published-data.ts'
import { createReplays } from './sandbox/request-log/replay.ts'
import { createRequestLog, keepRequests } from './sandbox/request-log/request-log.ts'
import { createSandboxApi } from './sandbox/sandbox-api.ts'
import { createSandboxPaymentGateway } from './sandbox/sandbox-payment-gateway.ts'
import { createStatus } from './sandbox/status.ts'
import { createSyntheticCardIssuer } from './sandbox/synthetic-card-issuer.ts'
import { withSlowTurns } from './sandbox/triggers.ts'
import type { UnreadRequest } from './unread-requests.ts'
import { createErrorMapper, createOnBreach } from './wire/error-responses.ts'

/** The arguments of a server besides its configuration. */
export interface ServerParts {
  readonly store: Store
  readonly log: ServiceLog
  /** Default: a simulated gateway that decides by magic ids. */
  readonly gateway?: PaymentGateway | undefined
  /** Default: an issuer of synthetic cards. */
  readonly issuer?: CardIssuer | undefined
  /** Default: argon2id, at most two hashes at one time. */
  readonly passwords?: PasswordHasher
  /** Default: no tracing. */
  readonly tracing?: Tracing
}

/** A server that is ready to listen. */
export interface Server {
  readonly app: Express
  /** `listen` calls this for each request that it rejected itself. */
  onUnread(request: UnreadRequest): void
  /**
   * Call it once the server listens: seeds an empty sandbox database with the published data, then starts the timers. Until then
   * the database is unchanged, and `/readyz` returns 503.
   */
  start(): Promise<void>
  /** Compiles the validators of the partner API ahead of requests, and serves requests meanwhile. */
  prepare(): Promise<void>
  /** Makes `/readyz` return 503; requests are still served. */
  drain(): void
  /** Stops its timers; the store stays open. */
  stop(): Promise<void>
}

/** The longest wait of a sandbox's caller for jobs, in real time. */
const jobPatienceMs = 2000

/**
 * Waits for jobs, but not long: an unavailable issuer must not block a caller of the sandbox. Rejects as `work` does. Returns at
 * once without work.
 */
async function patiently(work: Promise<void> | undefined): Promise<void> {
  if (work === undefined) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stopTimer = startTimer(jobPatienceMs, resolve)
  work.finally(stopTimer).then(resolve, reject)
  await promise
}

/** Assembles the reference server. */
export async function createServer(config: ServerConfig, parts: ServerParts): Promise<Server> {
  const { store, log, gateway, issuer, passwords = limitHashing(passwordHasher), tracing = noTracing } = parts
  const { isSandbox } = config
  requireCollaborators(config, { gateway, issuer })
  const { signingKey, oldVerificationKeys, cardDataKey, oldCardDataKeys } = config.secrets

  const metrics = createMetrics()
  const observers = { metrics, tracing }
  const clock = await openServiceClock(store)
  const sharedStore = isSandbox ? followClock(store, clock) : store
  const requestStore = observeStore(sharedStore, 'request', observers)

  const ids = createIdSource(config.sandboxSeed, clock)
  const sandboxGateway = createSandboxPaymentGateway()
  const work = createWorkLimit(config.maxConcurrentRequests)
  const queue = createCheckoutQueue(startTimer, work.pause)
  const marketplace: MarketplaceDeps = {
    store: requestStore,
    clock,
    realTime: { now: Date.now, startTimer },
    ids,
    passwords,
    hashEmail: createEmailHash(cardDataKey),
    gateway: gateway ?? sandboxGateway,
    issuer: issuer ?? createSyntheticCardIssuer(config.sandboxSeed ?? randomBytes(32).toString('hex')),
    vault: createCardVault(cardDataKey, oldCardDataKeys),
    queue: isSandbox ? withSlowTurns(queue) : queue,
    settings: { cartTtlMs: config.cartTtlMs },
  }

  const rates = createRateLimits(config.rateLimitPerMinute)
  const readiness = createReadiness({ store: requestStore, hasRoom: work.hasRoom, startTimer })
  const errors = createErrorMapper(log)
  const onBreach = createOnBreach(log, metrics, isSandbox)

  const requests = createRequestLog(createMasking(openapiDocument, [demoPassword, config.sandboxKey ?? '']))
  const status = createStatus({ clock, readiness, realNow: Date.now })
  const reset = async (): Promise<void> => {
    await store.transaction((tx) => tx.seed(publishedData))
    sandboxGateway.forget()
    ids.restart()
    await clock.reload()
    rates.reset()
    requests.clear()
    status.noteReset()
  }
  let sweeper: ReturnType<typeof startSweeper> | undefined
  const partnerApi = await createPartnerApi({
    marketplace,
    tokens: createTokenService(signingKey, clock, config, oldVerificationKeys),
    rates,
    work,
    errors,
    onBreach,
    isSandbox,
    awaitJobs: () => patiently(sweeper?.running()),
  })
  const replays = createReplays()
  const app = createApp({
    partnerApi,
    sandbox: isSandbox
      ? {
          controls: await createSandboxApi({
            context: {
              marketplace,
              clock,
              requests,
              status,
              reset,
              doDueWork: () => patiently(sweeper?.doDueWork()),
            },
            replays,
            sandboxKey: config.sandboxKey,
            errors,
            onBreach,
          }),
          keepRequest: keepRequests({ log: requests, replays, now: () => clock.now() }),
        }
      : undefined,
    errors,
    log,
    metrics,
    tracing,
    readiness,
    corsOrigins: config.corsOrigins,
    mock: isSandbox && config.mockPort > 0 ? { host: config.host, port: config.mockPort } : undefined,
    trustedProxies: config.trustedProxies,
  })

  const sweeperDeps = { ...marketplace, store: observeStore(sharedStore, 'sweeper', observers) }
  return {
    app,
    onUnread(request) {
      log.unread(request)
      metrics.countUnread(request)
    },
    async start() {
      if (isSandbox) await store.transaction((tx) => tx.seedIfEmpty(publishedData))
      readiness.begin()
      sweeper = startSweeper(sweeperDeps, {
        onError(error) {
          metrics.countSweeperFailure()
          log.defect(error)
        },
        onFirstFailure: ({ job: { id, task, attempts }, error }) =>
          log.failedJob({ id, kind: task.kind, attempts, failure: summarizeDefect(error) }),
        describe: summarizeDefect,
        onJobs(counts, now) {
          metrics.setJobs(counts, now)
          status.noteJobs(counts)
        },
      })
    },
    prepare: () => partnerApi.prepare(),
    drain: () => readiness.drain(),
    async stop() {
      await sweeper?.stop()
    },
  }
}
