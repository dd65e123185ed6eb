import type { JobCount } from '@giftcards/marketplace'
import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { UnreadRequest } from '../unread-requests.ts'
import { errorCodeOf, localsOf } from './locals.ts'
import type { StoreCaller, StoreCallKind } from './tracer.ts'

/** The failure of a store call: the database was unavailable, or the work threw. */
export type StoreFailure = 'unavailable' | 'failed'

/** The end of a request. */
export interface RequestEnd {
  /** The operation id, or `none` outside the contract. */
  readonly operation: string
  /** The status of the response, or `aborted` if the client disconnected. */
  readonly status: string
  /** The `x-error-code` of the response; null if it is no error. */
  readonly errorCode: string | null
}

/** Counters, gauges and histograms for Prometheus. */
export interface Metrics {
  /** Call it when a request arrives; call the function that it returns once, when the response is closed. */
  beginRequest(): (end: RequestEnd) => void
  /** Counts a request that Node rejected before it was read. It has no duration. */
  countUnread(request: UnreadRequest): void
  /** Counts a response that violated the contract. */
  countBreach(operation: string, status: number): void
  /** Call it when the store is called; call the function that it returns once, with the failure if there was one. */
  beginStoreCall(kind: StoreCallKind, caller: StoreCaller): (failure: StoreFailure | undefined) => void
  /** Counts a transaction that ran again because it conflicted with another one. */
  countRetry(caller: StoreCaller): void
  countSweeperFailure(): void
  /** Records a finished sweep: the current jobs, and the time of the service clock. */
  setJobs(counts: readonly JobCount[], now: number): void
  /** The Prometheus text format. */
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

/**
 * Creates the metrics in a registry of their own, so several servers can live in one process. Every label has few values:
 * all paths outside the contract share one operation, so a scanner cannot add series.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestMetrics(registers)
  const store = createStoreMetrics(registers)
  // Prometheus can compare it with the scrape time to detect a wrong clock.
  void new Gauge({
    name: 'server_clock_timestamp_seconds',
    help: 'Unix time by the clock of this machine',
    registers,
    collect() {
      this.setToCurrentTime()
    },
  })
  const sweeperFailures = new Counter({
    name: 'sweeper_failures_total',
    help: 'Runs of the sweeper that ended with a defect',
    registers,
  })
  return {
    ...requests,
    ...store,
    ...createJobMetrics(registers),
    countSweeperFailure: () => sweeperFailures.inc(),
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

/** Counts and times every request. Mount it first, so that the gauge of requests in flight sees all of them. */
export function measureRequests(metrics: Pick<Metrics, 'beginRequest'>): RequestHandler {
  return (_request, response, next) => {
    const end = metrics.beginRequest()
    // Node emits it exactly once for each response, even if a connection with pipelined requests breaks.
    response.once('close', () =>
      end({
        operation: localsOf(response).operation?.operationId ?? 'none',
        // A response whose client has disconnected must not count as a success.
        status: response.writableFinished ? String(response.statusCode) : 'aborted',
        errorCode: errorCodeOf(response),
      }),
    )
    next()
  }
}

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const storeBuckets = [0.0005, ...requestBuckets]

const storeCallers = ['request', 'sweeper'] as const

function createJobMetrics(registers: Registry[]): Pick<Metrics, 'setJobs'> {
  const labelNames = ['kind', 'state'] as const
  const jobs = new Gauge({
    name: 'jobs',
    help: 'Open jobs, and parked jobs that wait for an operator',
    labelNames,
    registers,
  })
  const age = new Gauge({
    name: 'jobs_oldest_age_seconds',
    help: 'Time since the oldest of these jobs became due',
    labelNames,
    registers,
  })
  // Set at the start, to distinguish a sweeper that never finishes from one without work.
  const lastPass = new Gauge({
    name: 'sweeper_last_pass_timestamp_seconds',
    help: 'Unix time of the last finished sweep; before the first, of the start of the server',
    registers,
  })
  // For all kinds, so that every series exists before its first job.
  const kinds = Object.keys({
    'settle-payment': true,
    refund: true,
    'order-step': true,
    'void-cards': true,
    'expire-carts': true,
    purge: true,
  } satisfies Record<JobCount['kind'], true>) as readonly JobCount['kind'][]
  const states = ['open', 'parked'] as const
  const setJobs: Metrics['setJobs'] = (counts, now) => {
    lastPass.setToCurrentTime()
    for (const kind of kinds) {
      for (const state of states) {
        const found = counts.find((one) => one.kind === kind && one.state === state)
        jobs.set({ kind, state }, found?.count ?? 0)
        age.set({ kind, state }, Math.max(0, now - (found?.oldestDueAt ?? now)) / 1000)
      }
    }
  }
  setJobs([], 0)
  return { setJobs }
}

type RequestMetrics = Pick<Metrics, 'beginRequest' | 'countUnread' | 'countBreach'>

function createRequestMetrics(registers: Registry[]): RequestMetrics {
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Ended requests by response status; aborted if the client disconnected first',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from arrival to the end of the response',
    labelNames: ['operation', 'status'] as const,
    buckets: requestBuckets,
    registers,
  })
  const failures = new Counter({
    name: 'http_request_failures_total',
    help: 'Requests with an error code in the response',
    labelNames: ['operation', 'code'] as const,
    registers,
  })
  let inFlight = 0
  void new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being served',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const breaches = new Counter({
    name: 'contract_breaches_total',
    help: 'Responses that violated the contract',
    labelNames: ['operation', 'status'] as const,
    registers,
  })
  // The series exists before the first violation.
  breaches.inc({ operation: 'none', status: 'none' }, 0)
  return {
    beginRequest() {
      const startedAt = performance.now()
      inFlight += 1
      return ({ operation, status, errorCode }) => {
        inFlight -= 1
        const labels = { operation, status }
        total.inc(labels)
        seconds.observe(labels, (performance.now() - startedAt) / 1000)
        if (errorCode !== null) failures.inc({ operation, code: errorCode })
      }
    },
    countUnread({ status, errorCode }) {
      total.inc({ operation: 'none', status: String(status) })
      failures.inc({ operation: 'none', code: errorCode })
    },
    countBreach: (operation, status) => breaches.inc({ operation, status: String(status) }),
  }
}

function createStoreMetrics(registers: Registry[]): Pick<Metrics, 'beginStoreCall' | 'countRetry'> {
  const seconds = new Histogram({
    name: 'store_call_duration_seconds',
    help: 'Duration of store calls in seconds, including retries and the wait for a connection',
    labelNames: ['caller', 'kind'] as const,
    buckets: storeBuckets,
    registers,
  })
  const failures = new Counter({
    name: 'store_call_failures_total',
    help: 'Calls of the store that failed: the database was unavailable, or the work on it threw',
    labelNames: ['caller', 'kind', 'reason'] as const,
    registers,
  })
  const retries = new Counter({
    name: 'store_transaction_retries_total',
    help: 'Transactions retried after a conflict',
    labelNames: ['caller'] as const,
    registers,
  })
  // Gauges are set when they are read, so that a call costs no more than an addition.
  const inFlight = { request: 0, sweeper: 0 }
  void new Gauge({
    name: 'store_calls_in_flight',
    help: 'Calls of the store in progress',
    labelNames: ['caller'] as const,
    registers,
    collect() {
      for (const caller of storeCallers) this.set({ caller }, inFlight[caller])
    },
  })
  // A counter that appears with its first event hides that event from increase().
  for (const caller of storeCallers) {
    retries.inc({ caller }, 0)
    for (const kind of ['transaction', 'read', 'ping'] as const) {
      for (const reason of ['unavailable', 'failed'] as const) failures.inc({ caller, kind, reason }, 0)
    }
  }
  return {
    beginStoreCall(kind, caller) {
      const startedAt = performance.now()
      inFlight[caller] += 1
      return (reason) => {
        inFlight[caller] -= 1
        seconds.observe({ caller, kind }, (performance.now() - startedAt) / 1000)
        if (reason !== undefined) failures.inc({ caller, kind, reason })
      }
    },
    countRetry: (caller) => retries.inc({ caller }),
  }
}
