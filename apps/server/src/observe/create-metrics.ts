import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ExchangeRecord, UnreadRequest } from '../http/index.ts'
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

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const storeBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics whose labels have few values each; unknown paths share one, so that a scanner cannot add any. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestMetrics(registers)
  const store = createStoreMetrics(registers)
  // Beside the time at which it was read, it shows a clock that is wrong.
  const clock: Gauge = new Gauge({
    name: 'server_clock_timestamp_seconds',
    help: 'What the clock of this machine says, as Unix time',
    registers,
    collect: () => clock.setToCurrentTime(),
  })
  const sweeperFailures = new Counter({
    name: 'sweeper_failures_total',
    help: 'Runs of the sweeper that ended with a defect',
    registers,
  })
  return {
    ...requests,
    ...store,
    countSweeperFailure: () => sweeperFailures.inc(),
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function createRequestMetrics(
  registers: Registry[],
): Pick<Metrics, 'observe' | 'countUnread' | 'beginRequest'> {
  const labels = { labelNames: ['operation', 'status'] as const, registers }
  const total = new Counter({
    name: 'http_requests_total',
    help: 'Requests that ended, by the status of the answer; aborted where the caller did not wait for it',
    ...labels,
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from arrival to the end of the answer',
    buckets: requestBuckets,
    ...labels,
  })
  const failures = new Counter({
    name: 'http_request_failures_total',
    help: 'Requests answered with an error code',
    labelNames: ['operation', 'code'] as const,
    registers,
  })
  const inFlight = new Gauge({ name: 'http_requests_in_flight', help: 'Requests being served', registers })
  return {
    observe({ facts, status, errorCode, durationMs, aborted }) {
      const operation = facts.operationId ?? 'none'
      // A response that nobody waited for would count as the success that it never was.
      const values = { operation, status: aborted ? 'aborted' : String(status) }
      total.inc(values)
      seconds.observe(values, durationMs / 1000)
      if (errorCode !== null) failures.inc({ operation, code: errorCode })
    },
    countUnread({ status, errorCode }) {
      total.inc({ operation: 'none', status: String(status) })
      failures.inc({ operation: 'none', code: errorCode })
    },
    beginRequest() {
      inFlight.inc()
      return () => inFlight.dec()
    },
  }
}

function createStoreMetrics(registers: Registry[]): Pick<Metrics, 'beginStoreCall' | 'countRetry'> {
  const labels = { labelNames: ['caller', 'kind'] as const, registers }
  const seconds = new Histogram({
    name: 'store_call_duration_seconds',
    help: 'Seconds that a call of the store took, retries and waiting for a connection included',
    buckets: storeBuckets,
    ...labels,
  })
  const failures = new Counter({
    name: 'store_call_failures_total',
    help: 'Calls of the store that failed: the database was away, or the work on it threw',
    labelNames: ['caller', 'kind', 'reason'] as const,
    registers,
  })
  const retries = new Counter({
    name: 'store_transaction_retries_total',
    help: 'Transactions run again, because they had met another one',
    labelNames: ['caller'] as const,
    registers,
  })
  const inFlight = new Gauge({
    name: 'store_calls_in_flight',
    help: 'Calls of the store that have not ended',
    labelNames: ['caller'] as const,
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'store_last_success_timestamp_seconds',
    help: 'When a call of the store last succeeded, as Unix time',
    labelNames: ['caller'] as const,
    registers,
  })
  // A counter that appears with its first event hides that event from increase().
  for (const caller of ['request', 'sweeper'] as const) {
    retries.inc({ caller }, 0)
    inFlight.set({ caller }, 0)
    for (const kind of ['transaction', 'read', 'ping'] as const) {
      for (const reason of ['unavailable', 'failed'] as const) failures.inc({ caller, kind, reason }, 0)
    }
  }
  return {
    beginStoreCall(kind, caller) {
      inFlight.inc({ caller })
      const observe = seconds.startTimer({ caller, kind })
      return (reason) => {
        inFlight.dec({ caller })
        observe()
        if (reason === undefined) lastSuccess.setToCurrentTime({ caller })
        else failures.inc({ caller, kind, reason })
      }
    },
    countRetry: (caller) => retries.inc({ caller }),
  }
}
