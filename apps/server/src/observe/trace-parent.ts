import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const shape = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** The span that a caller's `traceparent` and `tracestate` name (W3C Trace Context); undefined where they name none. */
export function parseTraceParent(
  traceparent: string | undefined,
  tracestate: string | undefined,
): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = shape.exec(traceparent ?? '') ?? []
  // Version 00 ends with the flags; a later one may say more, which is passed over.
  if (version === '00' && rest !== undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16) & 1
  const context = { traceId, spanId, traceFlags, isRemote: true }
  if (!isSpanContextValid(context)) return undefined
  return tracestate === undefined ? context : { ...context, traceState: createTraceState(tracestate) }
}
