import type { RequestHandler } from 'express'
import { noTracing, type Tracing, type TracingSettings } from './tracer.ts'

/** Gives every request a span, named by the `operation` or `route` that other middleware sets on its locals. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => tracing.traceRequest(request, response, () => next())
}

/**
 * Starts OpenTelemetry; without settings it loads none of its modules. The exporter reads further variables itself, such as
 * `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export async function startTracing(settings: TracingSettings | undefined): Promise<Tracing> {
  if (settings === undefined) return noTracing
  const { createOpenTelemetry } = await import('./open-telemetry.ts')
  return createOpenTelemetry(settings)
}
