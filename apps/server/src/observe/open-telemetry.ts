import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Request, Response } from 'express'
import { startTimer } from '../clock.ts'
import { errorCodeOf, localsOf } from './locals.ts'
import type { Tracing, TracingSettings } from './tracer.ts'

/** The longest wait of `stop` for a collector. */
const flushMs = 3000

/** The methods of RFC 9110 and RFC 5789; any other is arbitrary text of the client. */
const knownMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT DELETE CONNECT OPTIONS TRACE PATCH'.split(' '),
)

/**
 * Sends spans to an OpenTelemetry collector. Each request has a span, by the semantic conventions for HTTP, and each call
 * of the store has one below it. Attributes are templates, names and codes: no path, query or request header.
 */
export function createOpenTelemetry({ endpoint, serviceName }: TracingSettings): Tracing {
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href
  const provider = new TracerProvider({
    resource: detectResources({
      detectors: [resourceAttributesEnvDetector, serviceInstanceIdDetector],
    }).merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }), exportTimeoutMillis: flushMs }),
    ],
  })
  const tracer = provider.getTracer('@giftcards/server')
  const propagator = new W3CTraceContextPropagator()
  // Kept here and not in OpenTelemetry's global state, so several servers can live in one process.
  const contexts = new AsyncLocalStorage<Context>()
  const traceIds = new WeakMap<Response, string>()

  return {
    traceRequest(request, response, next) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      const span = tracer.startSpan(nameOf(request), requestSpanOptions(request), parent)
      traceIds.set(response, span.spanContext().traceId)
      response.once('close', () => endRequestSpan(span, request, response))
      contexts.run(trace.setSpan(parent, span), next)
    },
    async storeCall(kind, caller, call) {
      const parent = contexts.getStore()
      // The sweeper runs every few seconds and mostly finds nothing: its traces would be noise.
      if (parent === undefined) return call()
      const span = tracer.startSpan(`store.${kind}`, { attributes: { 'store.caller': caller } }, parent)
      try {
        return await contexts.run(trace.setSpan(parent, span), call)
      } catch (error) {
        // Only the name of the error: its message may quote data.
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    findTraceId: (response) => traceIds.get(response),
    async stop() {
      const late = Promise.withResolvers<undefined>()
      const stopTimer = startTimer(flushMs, () => late.resolve(undefined))
      // A clean end matters more than traces: spans that cannot be sent in time are dropped.
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise])
      stopTimer()
    },
  }
}

/** The name of a span before its route is known (OpenTelemetry, Semantic Conventions for HTTP Spans, Name). */
const nameOf = ({ method }: Request): string => (knownMethods.has(method) ? method : 'HTTP')

const requestSpanOptions = ({ method, secure, httpVersion }: Request) => ({
  kind: SpanKind.SERVER,
  attributes: {
    'http.request.method': knownMethods.has(method) ? method : '_OTHER',
    'url.scheme': secure ? 'https' : 'http',
    'network.protocol.version': httpVersion,
  },
})

function endRequestSpan(span: Span, request: Request, response: Response): void {
  const { statusCode } = response
  const { requestId, operation, route } = localsOf(response)
  const template = operation?.path ?? route
  if (template !== undefined) {
    span.updateName(`${nameOf(request)} ${template}`)
    span.setAttribute('http.route', template)
  }
  if (response.writableFinished) span.setAttribute('http.response.status_code', statusCode)
  span.setAttribute('http.response.header.x-request-id', [requestId])
  const errorCode = errorCodeOf(response)
  if (errorCode !== null) span.setAttribute('http.response.header.x-error-code', [errorCode])
  if (statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  } else if (!response.writableFinished) {
    span.setAttribute('error.type', 'client_gone')
  }
  span.end()
}
