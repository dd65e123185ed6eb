import express, {
  type ErrorRequestHandler,
  type IRoute,
  type RequestHandler,
  type Response,
  type Router,
} from 'express'
import type { BodyLimits } from './body-limits.ts'
import { readBody } from './body.ts'
import { type ApiOperation, shapeOfPath } from '@contract-kit/openapi'
import { normalizePath, writePathText } from '@contract-kit/openapi/wire'
import {
  anyMethod,
  listLimits,
  listOperations,
  open,
  type Operation,
  type ServedOperation,
  toRoute,
  trimSlashes,
} from './document.ts'
import { type ErrorMapper, errorHandler, problemDetails, RequestError, withCharset } from './errors.ts'
import { createHandle, type HandlerOptions } from './handler.ts'
import { createResponseCheck } from './response-check.ts'
import { checkResponses, type OnBreach } from './responses.ts'
import { createRequestValidators, type RequestValidator } from './validation.ts'

/** The options of a router. */
export interface ContractRouterOptions<Operations, Context, Provided extends string> extends HandlerOptions<
  Operations,
  Context,
  Provided
> {
  /** Express middleware that runs before the body is read: identity, tokens, rate limits. A list, or a list for each operation. */
  readonly guards?: readonly RequestHandler[] | ((operation: Operation) => readonly RequestHandler[])
  /** Maps every error to a response. Default: problem details (RFC 9457). */
  readonly errors?: ErrorMapper
  /** Handles a response that breaks the document. By default, `errors` maps it to a response as a defect. */
  readonly onBreach?: OnBreach
  /** The path at which the operations are mounted. Default: the path of the document's first server. */
  readonly basePath?: string
  readonly limits?: BodyLimits
  /** Header parameters that guards validate. The validator skips them. */
  readonly skipHeaders?: readonly string[]
  /** Whether GET operations also serve HEAD, and every path serves OPTIONS; true by default. */
  readonly implicitMethods?: boolean
  /**
   * Whether every validator is compiled before the router is returned. Then no request waits, and unsupported schemas are reported at
   * startup. It takes about 10 ms for each operation. With `false`, `prepare()` of the router or the first request of each operation
   * compiles them. Default: `true`.
   */
  readonly prepare?: boolean
  /** Called for each operation that cannot be read; it responds with 501. Default: warns on the console. */
  readonly onUnsupported?: (operation: Operation, reason: Error) => void
  /**
   * Called for each part of the document that is not applied as written, such as an invalid pattern. Default: warns on the console.
   */
  readonly onNote?: (note: string) => void
}

/** An Express router that can compile its validators ahead of their requests. */
export interface ContractRouter extends Router {
  /** Compiles every validator, one after another; requests are served meanwhile. */
  prepare(): Promise<void>
}

/** The largest body in bytes for which errors list every problem. */
const thoroughBytes = 16 * 1024

/**
 * Creates an Express router from a document and its handlers. Each operation is one route, which runs in this order: guards, body,
 * validator, authorization, handler, response check. Resolves when every validator is compiled. A path that is not in the document
 * falls through to the next middleware of the application.
 */
export async function contractRouter<Operations, Context = undefined, const Provided extends string = never>(
  options: ContractRouterOptions<Operations, Context, Provided>,
): Promise<ContractRouter> {
  const { errors = problemDetails, implicitMethods = true, onUnsupported = warn } = options
  const document = open(options.document)
  const served = listOperations(document)
  for (const { operation, fault } of served)
    if (fault !== undefined) onUnsupported(operation, new Error(fault))
  const notes = new Set<string>()
  const note = (text: string): void => {
    if (!notes.has(text)) (options.onNote ?? console.warn)(text)
    notes.add(text)
  }
  for (const text of [...document.notes, ...listLimits(document)]) note(text)
  const validators = createRequestValidators(document.operations, {
    skipHeaders: new Set((options.skipHeaders ?? []).map((name) => name.toLowerCase())),
    thoroughBytes,
    onNote: note,
  })
  const prepare = async (): Promise<void> => {
    for (const validator of validators.values()) await validator.compile()
  }
  if (options.prepare !== false) await prepare()

  const check = createResponseCheck(options.document)
  const handlersOf = ({
    operation,
    api,
  }: ServedOperation): readonly (RequestHandler | ErrorRequestHandler)[] => {
    // Few documents declare 501.
    if (api === undefined) return [unsupportedOperation]
    const checked = checkResponses(check, operation, options.onBreach ?? breachAsDefect(errors))
    return [checked, ...serve(operation, api, validators.get(api)!, options)]
  }
  const byServer = express.Router({ caseSensitive: true })
  const own = options.basePath
  const byBase = Map.groupBy(served, ({ basePath }) => (own === undefined ? basePath : trimSlashes(own)))
  // The longest first: `/v1/files` before `/v1`.
  for (const [basePath, operations] of [...byBase].toSorted(([one], [other]) => other.length - one.length)) {
    const chooseRoute = chooseGroup(groupRoutes(operations, handlersOf, implicitMethods))
    byServer.use(toRoute(basePath), rejectFragment, chooseRoute, errorHandler(errors))
  }
  return Object.assign(express.Router().use(withPlainTarget(byServer)), { prepare })
}

/** Creates a route for each path, and a router for the routes that begin with the same segments. */
function groupRoutes(
  operations: readonly ServedOperation[],
  handlersOf: (served: ServedOperation) => readonly (RequestHandler | ErrorRequestHandler)[],
  implicitMethods: boolean,
): ReadonlyMap<string, Router> {
  const groups = new Map<string, Router>()
  for (const sharers of Map.groupBy(operations, ({ operation }) => shapeOfPath(operation.path)).values()) {
    const { path } = sharers[0]!.operation
    const prefix = literalPrefix(path)
    const group = groups.get(prefix) ?? express.Router({ caseSensitive: true, strict: true })
    groups.set(prefix, group)
    const route = group.route(toRoute(path))
    for (const served of sharers) {
      const { operation } = served
      const method = operation.method === anyMethod ? 'all' : (operation.method.toLowerCase() as 'get')
      // Node parses only these methods, so no request has another.
      if (method in route) route[method](nameOperation(operation), ...handlersOf(served))
    }
    addOtherMethods(
      route,
      sharers.map(({ operation }) => operation),
      implicitMethods,
    )
  }
  return groups
}

/** The literal segments before the first parameter: `/trips` of `/trips/{tripId}`. */
const literalPrefix = (path: string): string => writePathText(path.replace(/\/[^/]*\{.*$/s, ''))

/**
 * Runs the routes that begin with the segments of a path, most segments first, as a literal segment wins over a parameter (OpenAPI 3.1,
 * 4.8.8.2). Express tries one route after another, so in one router the cost of a request would grow with the number of operations.
 */
function chooseGroup(groups: ReadonlyMap<string, Router>): RequestHandler {
  const most = Math.max(0, ...[...groups.keys()].map((prefix) => prefix.split('/').length))
  return (request, response, next) => {
    const segments = request.path.split('/', most)
    const tryWith = (count: number): void => {
      if (count === 0) return next()
      const group = groups.get(segments.slice(0, count).join('/'))
      if (group === undefined) return tryWith(count - 1)
      group(request, response, (error?: unknown) => (error === undefined ? tryWith(count - 1) : next(error)))
    }
    tryWith(segments.length)
  }
}

const warn = ({ operationId }: Operation, reason: Error): void =>
  console.warn(`${operationId} cannot be read, so its response is 501: ${reason.message}`)

const unsupportedOperation: RequestHandler = () => {
  throw new RequestError('unsupported_operation', 'The operation is not supported')
}

/**
 * Normalizes the path of a request target for the router. A `%` that begins no escape stands for itself: Express would reject such a path
 * before its operation is known. An absolute target (RFC 9112, 3.2.2) loses its host. Middleware after the router sees the original
 * URL.
 */
const withPlainTarget =
  (router: Router): RequestHandler =>
  (request, response, next) => {
    const { url } = request
    if (url.startsWith('/') && !url.includes('%')) return void router(request, response, next)
    const [path = '', ...query] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split('?')
    request.url = [normalizePath(path.split('/').map(toDecodable).join('/')) || '/', ...query].join('?')
    router(request, response, (error?: unknown) => {
      request.url = url
      next(error)
    })
  }

/** A request target has no fragment (RFC 9112, 3.2). Express would drop it. */
const rejectFragment: RequestHandler = (request, _response, next) => {
  if (request.url.includes('#'))
    throw new RequestError('malformed_request', 'The request target has a fragment')
  next()
}

function toDecodable(segment: string): string {
  try {
    decodeURIComponent(segment)
    return segment
  } catch {
    return segment.replaceAll('%', '%25')
  }
}

/** Stores the operation for other middleware: logs, metrics, error mappers. */
const nameOperation =
  (operation: Operation): RequestHandler =>
  (_request, response, next) => {
    response.locals['operation'] = operation
    next()
  }

/** The operation that matches the request; undefined before routing, and for a path outside the document. */
export const operationOf = (response: Response): Operation | undefined =>
  response.locals['operation'] as Operation | undefined

const breachAsDefect =
  (errors: ErrorMapper): OnBreach =>
  (error, request, response) => {
    const { status, headers, mediaType = 'application/json', body } = errors(error, request, response)
    const names = Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])
    return {
      status,
      headers: { ...Object.fromEntries(names), 'content-type': withCharset(mediaType) },
      body: JSON.stringify(body),
    }
  }

/** The middleware of one operation, in order. */
function serve<Operations, Context, Provided extends string>(
  operation: Operation,
  api: ApiOperation,
  validator: RequestValidator,
  options: ContractRouterOptions<Operations, Context, Provided>,
): readonly RequestHandler[] {
  const guards = typeof options.guards === 'function' ? options.guards(operation) : (options.guards ?? [])
  return [...guards, readBody(api, options.limits), validator.handle, createHandle(operation, api, options)]
}

/** Adds responses for the methods of a path that the document does not declare. */
function addOtherMethods(route: IRoute, operations: readonly Operation[], implicitMethods: boolean): void {
  const methods = operations.map(({ method }) => method)
  const hasHead = methods.includes('HEAD')
  const withHead = implicitMethods && methods.includes('GET') && !hasHead
  const allow = [...methods, ...(withHead ? ['HEAD'] : []), ...(implicitMethods ? ['OPTIONS'] : [])].join(
    ', ',
  )
  const refuse: RequestHandler = () => {
    throw new RequestError('method_not_allowed', 'Method not allowed', { headers: { allow } })
  }
  // Express would serve HEAD as GET.
  if (!withHead && !hasHead) route.head(refuse)
  if (implicitMethods && !methods.includes('OPTIONS')) {
    route.options((_request, response) => void response.status(204).set('allow', allow).end())
  }
  route.all(refuse)
}
