import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { ERROR_CODE_HEADER, findOpenResponse, type RequestFacts } from '@contract-kit/express'
import { startTimer } from '../service/start-timer.ts'
import { parseTraceParent } from './trace-parent.ts'
import type { Tracing } from './tracing.ts'

/** How long the end of the server waits for a collector. */
const flushMs = 3000

/** The methods of RFC 9110 and RFC 5789; any other would be a free text of the caller. */
const knownMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH'.split(' '),
)

/**
 * Sends spans to an OpenTelemetry collector: one for each request, by the semantic conventions for HTTP, and one below it
 * for each call of the store. Their attributes are templates, names and codes: no path, no query, no header of the caller.
 */
export function createOtlpTracing(settings: {
  readonly endpoint: string
  readonly serviceName: string
}): Tracing {
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces` }),
    exportTimeoutMillis: flushMs,
  })
  const provider = new TracerProvider({
    resource: detectResources({
      detectors: [resourceAttributesEnvDetector, serviceInstanceIdDetector],
    }).merge(resourceFromAttributes({ 'service.name': settings.serviceName })),
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('@giftcards/server')
  // Kept here and not in OpenTelemetry's global state, so that several servers can live in one process.
  const contexts = new AsyncLocalStorage<Context>()
  const traceIds = new WeakMap<RequestFacts, string>()

  return {
    serve(request, response, next) {
      const parent = parentOf(request)
      const span = startRequestSpan(tracer, request, parent)
      response.once('close', () => endRequestSpan(span, response))
      contexts.run(trace.setSpan(parent, span), next)
    },
    arriveAt(route, facts) {
      const span = trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT)
      if (span === undefined) return
      span.updateName(`${methodOf(facts.method)} ${route}`)
      span.setAttribute('http.route', route)
      traceIds.set(facts, span.spanContext().traceId)
    },
    async storeCall(kind, caller, call) {
      const parent = contexts.getStore()
      // The sweeper looks every few seconds and mostly finds nothing: a trace of that is noise.
      if (parent === undefined) return call()
      const span = tracer.startSpan(`store.${kind}`, { attributes: { 'store.caller': caller } }, parent)
      try {
        return await contexts.run(trace.setSpan(parent, span), call)
      } catch (error) {
        // The kind of the error alone: its message may quote data.
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    findTraceId: (facts) => traceIds.get(facts),
    async stop() {
      const late = Promise.withResolvers<undefined>()
      const stopTimer = startTimer(flushMs, () => late.resolve(undefined))
      // Traces are worth less than a clean end: what cannot be sent is dropped.
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise])
      stopTimer()
    },
  }
}

const methodOf = (method: string): string => (knownMethods.has(method) ? method : '_OTHER')

function parentOf({ headers, headersDistinct }: IncomingMessage): Context {
  const [traceparent, ...others] = headersDistinct['traceparent'] ?? []
  const tracestate = headers['tracestate']
  const span =
    others.length > 0
      ? undefined
      : parseTraceParent(traceparent, Array.isArray(tracestate) ? tracestate.join(',') : tracestate)
  return span === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span)
}

function startRequestSpan(tracer: Tracer, request: IncomingMessage, parent: Context): Span {
  const method = methodOf(request.method ?? '')
  const attributes = {
    'http.request.method': method,
    'url.scheme': 'http',
    'network.protocol.version': request.httpVersion,
  }
  return tracer.startSpan(
    method === '_OTHER' ? 'HTTP' : method,
    { kind: SpanKind.SERVER, attributes },
    parent,
  )
}

function endRequestSpan(span: Span, response: ServerResponse): void {
  const { statusCode } = response
  const { requestId, errorCode } = findOpenResponse(response) ?? {}
  if (response.headersSent) span.setAttribute('http.response.status_code', statusCode)
  if (typeof requestId === 'string') span.setAttribute('http.response.header.x-request-id', [requestId])
  if (typeof errorCode === 'string')
    span.setAttribute(`http.response.header.${ERROR_CODE_HEADER}`, [errorCode])
  if (statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  } else if (!response.writableFinished) {
    span.setAttribute('error.type', 'client_gone')
  }
  span.end()
}
