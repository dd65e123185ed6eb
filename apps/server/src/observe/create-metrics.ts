import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { ExchangeRecord, UnreadRequest } from '@contract-kit/express'
import { createCounts, createGauges } from './tallies.ts'
import { createTimings } from './timings.ts'
import type { StoreCaller, StoreCallKind } from './tracing.ts'

/** How a call of the store went wrong: the engine was away, or the work on it threw. */
export type StoreFailure = 'unavailable' | 'failed'

/** Counts and times, for Prometheus. */
export interface Metrics {
  observe(record: ExchangeRecord): void
  /** Counts what was refused before it was a request among the paths outside the contract; it has no duration. */
  countUnread(request: UnreadRequest): void
  /** Called when a request arrives; call what it gives when its response is closed. */
  beginRequest(): () => void
  /** Called when the store is asked; call what it gives with how that went. */
  beginStoreCall(kind: StoreCallKind, caller: StoreCaller): (failure: StoreFailure | undefined) => void
  /** A transaction was run again, because it had met another one. */
  countRetry(caller: StoreCaller): void
  countSweeperFailure(): void
  /** The Prometheus text format. */
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const storeBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics whose labels have few values each; unknown paths share one, so that a scanner cannot add any. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = createRequestMetrics(registry)
  const store = createStoreMetrics(registry)
  // Beside the time at which it was read, it shows a clock that is wrong.
  const clock: Gauge = new Gauge({
    name: 'server_clock_timestamp_seconds',
    help: 'What the clock of this machine says, as Unix time',
    registers: [registry],
    collect: () => clock.setToCurrentTime(),
  })
  const sweeperFailures = createCounts(registry, {
    name: 'sweeper_failures_total',
    help: 'Runs of the sweeper that ended with a defect',
    labelNames: [],
  }).of()
  return {
    ...requests,
    ...store,
    countSweeperFailure: () => void sweeperFailures.value++,
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function createRequestMetrics(registry: Registry): Pick<Metrics, 'observe' | 'countUnread' | 'beginRequest'> {
  const total = createCounts(registry, {
    name: 'http_requests_total',
    help: 'Requests that ended, by the status of the answer; aborted where the caller did not wait for it',
    labelNames: ['operation', 'status'],
  })
  const seconds = createTimings(registry, {
    name: 'http_request_duration_seconds',
    help: 'Seconds from arrival to the end of the answer',
    labelNames: ['operation', 'status'],
    bounds: requestBounds,
  })
  const failures = createCounts(registry, {
    name: 'http_request_failures_total',
    help: 'Requests answered with an error code',
    labelNames: ['operation', 'code'],
  })
  const inFlight = createGauges(registry, {
    name: 'http_requests_in_flight',
    help: 'Requests being served',
    labelNames: [],
  }).of()
  const endRequest = (): void => void inFlight.value--
  return {
    observe({ facts, status, errorCode, durationMs, aborted }) {
      const operation = facts.operationId ?? 'none'
      // A response that nobody waited for would count as the success that it never was.
      const outcome = aborted ? 'aborted' : String(status)
      total.of(operation, outcome).value++
      seconds.of(operation, outcome).observe(durationMs / 1000)
      if (errorCode !== null) failures.of(operation, errorCode).value++
    },
    countUnread({ status, errorCode }) {
      total.of('none', String(status)).value++
      failures.of('none', errorCode).value++
    },
    beginRequest() {
      inFlight.value++
      return endRequest
    },
  }
}

function createStoreMetrics(registry: Registry): Pick<Metrics, 'beginStoreCall' | 'countRetry'> {
  const seconds = createTimings(registry, {
    name: 'store_call_duration_seconds',
    help: 'Seconds that a call of the store took, retries and waiting for a connection included',
    labelNames: ['caller', 'kind'],
    bounds: storeBounds,
  })
  const failures = createCounts(registry, {
    name: 'store_call_failures_total',
    help: 'Calls of the store that failed: the database was away, or the work on it threw',
    labelNames: ['caller', 'kind', 'reason'],
  })
  const retries = createCounts(registry, {
    name: 'store_transaction_retries_total',
    help: 'Transactions run again, because they had met another one',
    labelNames: ['caller'],
  })
  const inFlight = createGauges(registry, {
    name: 'store_calls_in_flight',
    help: 'Calls of the store that have not ended',
    labelNames: ['caller'],
  })
  const lastSuccess = createGauges(registry, {
    name: 'store_last_success_timestamp_seconds',
    help: 'When a call of the store last succeeded, as Unix time',
    labelNames: ['caller'],
  })
  // A counter that appears with its first event hides that event from increase().
  for (const caller of ['request', 'sweeper'] as const) {
    retries.of(caller)
    inFlight.of(caller)
    for (const kind of ['transaction', 'read', 'ping'] as const) {
      for (const reason of ['unavailable', 'failed'] as const) failures.of(caller, kind, reason)
    }
  }
  return {
    beginStoreCall(kind, caller) {
      const startedAt = performance.now()
      const flying = inFlight.of(caller)
      flying.value++
      return (reason) => {
        flying.value--
        seconds.of(caller, kind).observe((performance.now() - startedAt) / 1000)
        if (reason === undefined) lastSuccess.of(caller).value = Date.now() / 1000
        else failures.of(caller, kind, reason).value++
      }
    },
    countRetry: (caller) => void retries.of(caller).value++,
  }
}
