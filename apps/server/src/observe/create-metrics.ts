import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { ExchangeRecord } from '../http/index.ts'

/** Counts and times of requests, for Prometheus. */
export interface Metrics {
  observe(record: ExchangeRecord): void
  /** The Prometheus text format. */
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

/** Metrics by operation and status; unknown paths share one label, so that a scanner cannot grow it. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labels = { labelNames: ['operation', 'status'] as const, registers: [registry] }
  const total = new Counter({ name: 'http_requests_total', help: 'Requests answered', ...labels })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from arrival to answer',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ...labels,
  })
  return {
    observe({ facts, status, durationMs }) {
      const values = { operation: facts.operationId ?? 'none', status: String(status) }
      total.inc(values)
      seconds.observe(values, durationMs / 1000)
    },
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}
