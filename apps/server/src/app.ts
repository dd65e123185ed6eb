import { randomUUID } from 'node:crypto'
import { errorHandler, type ErrorMapper } from '@contract-kit/express'
import cors from 'cors'
import express, { type Express, type RequestHandler, type Router } from 'express'
import helmet from 'helmet'
import { clientAddress } from './auth/client-address.ts'
import { limitResponses } from './limits.ts'
import { npmRegistry } from './npm-registry.ts'
import { localsOf } from './observe/locals.ts'
import { logRequests, type ServiceLog } from './observe/log.ts'
import { measureRequests, type Metrics } from './observe/metrics.ts'
import type { Readiness } from './observe/readiness.ts'
import type { Tracing } from './observe/tracer.ts'
import { traceRequests } from './observe/tracing.ts'
import {
  describeServer,
  docsFolder,
  file,
  forBrowsers,
  getOnly,
  leadTo,
  type MockPlace,
  notFoundPage,
  pagePolicy,
  pages,
  sandboxFolder,
  tryItSources,
} from './pages.ts'
import { serveInTurn } from './serve-in-turn.ts'
import { showIndex } from './service-index.ts'
import { malformedRequest, notFound, serviceUnavailable } from './wire/api-error.ts'

/** The most pages sent at one time. */
const maxPages = 64

/** The parts of the application. */
export interface AppParts {
  readonly partnerApi: Router
  /** The sandbox controls and their request log; production has none. */
  readonly sandbox:
    | {
        readonly controls: Router
        readonly keepRequest: RequestHandler
      }
    | undefined
  readonly errors: ErrorMapper
  readonly log: ServiceLog
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly readiness: Readiness
  /** Absent: CORS is off. */
  readonly corsOrigins: readonly string[]
  /** The address of the mock; absent: it does not run. */
  readonly mock: MockPlace | undefined
  readonly trustedProxies: readonly string[]
}

/** Creates the server as an Express application. A request passes its middleware from top to bottom. */
export function createApp(parts: AppParts): Express {
  const { sandbox, errors, log, metrics, tracing, readiness, mock } = parts
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.enable('case sensitive routing').enable('strict routing')
  app.set('query parser', 'simple').set('trust proxy', parts.trustedProxies)

  app.use(serveInTurn())
  app.use(setRequestId)
  app.use(setAddress)
  app.use(helmet(apiHeaders))
  if (parts.corsOrigins.length > 0) app.use(cors({ origin: [...parts.corsOrigins], ...corsHeaders }))
  app.use(measureRequests(metrics))
  app.use(traceRequests(tracing))
  app.use(logRequests(log, tracing))
  if (sandbox !== undefined) app.use(sandbox.keepRequest)
  app.use(requireOneHost)

  app.all('/healthz', route('/healthz'), getOnly, showHealth)
  app.all('/readyz', route('/readyz'), getOnly, showReadiness(readiness))
  app.all('/metrics', route('/metrics'), getOnly, showMetrics(metrics))
  const limitPages = limitResponses(maxPages)
  const policy = pagePolicy(sandbox === undefined ? [] : tryItSources(mock))
  const docs = pages(docsFolder, policy)
  const server = describeServer(sandbox !== undefined, mock)
  app.get('/', forBrowsers, route('/'), leadTo('docs/'))
  app.get('/', route('/'), showIndex(sandbox !== undefined))
  // Its links are relative to the docs.
  app.get(['/llms.txt', '/llms-full.txt'], route('/llms.txt'), (request, response) =>
    response.redirect(302, `docs${request.path}`),
  )
  app.all('/favicon.ico', route('/favicon.ico'), limitPages, ...file('assets/icon.svg', docs))
  app.all('/openapi.json', route('/openapi.json'), limitPages, ...file('openapi.json', docs))
  app.all('/docs/assets/server.js', route('/docs'), getOnly, limitPages, server)
  app.use('/docs', route('/docs'), limitPages, ...docs)
  if (sandbox !== undefined) {
    const document = file('sandbox-openapi.json', docs)
    app.all('/status', route('/status'), getOnly, leadTo('sandbox/status.html'))
    app.use('/sandbox', route('/sandbox'), getOnly, limitPages)
    app.use('/sandbox/npm', npmRegistry(new URL('npm/', sandboxFolder)))
    app.use('/sandbox', ...pages(sandboxFolder, pagePolicy()))
    app.all('/__sandbox/openapi.json', route('/__sandbox/openapi.json'), limitPages, ...document)
  }

  app.use(forbidStorage)
  app.use(parts.partnerApi)
  if (sandbox !== undefined) app.use(sandbox.controls)

  app.use(notFoundPage(policy), () => {
    throw notFound()
  })
  app.use(errorHandler(errors))
  return app
}

/** Browsers may not run, frame or cache a response of the API. Pages have their own policy. */
const apiHeaders: Parameters<typeof helmet>[0] = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  // These apply to documents and plug-ins, so an API response does not need them.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
}

/** Response headers that a browser may read (decision: security). */
const corsHeaders = {
  exposedHeaders: [
    'authorization',
    'x-token-exp-seconds',
    'x-session-id',
    'x-request-id',
    'x-error-code',
    'retry-after',
    'ratelimit',
    'ratelimit-policy',
    'idempotent-replayed',
  ],
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  maxAge: 600,
}

const safeRequestId = /^[A-Za-z0-9._:-]{1,128}$/

/** Every response has the request's own id if it is safe to echo, else a new one (decision: errors). */
const setRequestId: RequestHandler = (request, response, next) => {
  const sent = request.get('x-request-id')
  const requestId = sent !== undefined && safeRequestId.test(sent) ? sent : randomUUID()
  localsOf(response).requestId = requestId
  response.setHeader('x-request-id', requestId)
  next()
}

/** Sets the address that every limit counts by. */
const setAddress: RequestHandler = (request, response, next) => {
  localsOf(response).address = clientAddress(request)
  next()
}

/** A request of HTTP/1.1 names exactly one host (RFC 9112, 3.2). */
const requireOneHost: RequestHandler = (request, _response, next) => {
  const { rawHeaders, httpVersion } = request
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) throw malformedRequest()
  next()
}

/** Sets the name of a route outside the contracts, for metrics and traces. */
const route =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    localsOf(response).route = name
    next()
  }

const showHealth: RequestHandler = (_request, response) => void response.json({ status: 'ok' })

const showReadiness =
  (readiness: Readiness): RequestHandler =>
  async (_request, response) => {
    if (!(await readiness.isReady())) throw serviceUnavailable()
    response.json({ status: 'ready' })
  }

const showMetrics =
  (metrics: Metrics): RequestHandler =>
  async (_request, response) => {
    const { contentType, text } = await metrics.text()
    response.set('content-type', contentType).end(text)
  }

/** Responses of the API must not be cached. */
const forbidStorage: RequestHandler = (_request, response, next) => {
  response.setHeader('cache-control', 'no-store')
  next()
}
