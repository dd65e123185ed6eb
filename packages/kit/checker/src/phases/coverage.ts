import { type Claims, claimsOf, NO_CLAIMS } from './claims.ts'
import { isSafeMethod } from '@contract-kit/openapi/wire'
import type { ResourceGraph } from '@contract-kit/resources'
import { makeCase } from '../core/case.ts'
import { findOtherHeader } from '../checks/exchanges/head-mismatch.ts'
import type { Case, Exchange } from '../core/exchange.ts'
import { appendTokens } from '@contract-kit/json-schema/json'
import { escapePattern } from '@contract-kit/json-schema/text'
import { canBeMisplaced } from '../session/credentials.ts'
import {
  type ApiDocument,
  type ApiOperation,
  type HttpMethod,
  isUnread,
  shapeOfPath,
} from '@contract-kit/openapi'
import { bodyCases, mediaCases, parameterCases } from './coverage-cases.ts'
import { authCases, identityCases, type KnownCredentials, openCases } from './credential-cases.ts'
import {
  boundValues,
  DraftSender,
  forEachItem,
  isStaleStatus,
  type WorkContext,
  type WorkItem,
} from './work-item.ts'
import { toWorkingCase } from './request-search.ts'
import { isVersioned } from './versions.ts'

const phase = 'coverage'

const toItem = (
  subject: string,
  claims: Claims,
  run: WorkItem['run'],
  operation?: ApiOperation,
): WorkItem => ({
  phase,
  operation,
  subject,
  needsReset: false,
  ...claims,
  run,
})

/** The deterministic scenarios: all operations in the given order, then methods per path, then undeclared paths. */
export const planCoverage = (
  document: ApiDocument,
  graph: ResourceGraph,
  operations: readonly ApiOperation[],
  isWhole: boolean,
): readonly WorkItem[] => {
  const paths = [...new Set(operations.map(({ path }) => path))]
  return [
    ...operations.map((operation) => {
      const claims = isSafeMethod(operation.method)
        ? NO_CLAIMS
        : claimsOf(graph, { on: [operation], isWatching: false })
      return toItem(operation.id, claims, (context) => coverOperation(context, operation), operation)
    }),
    // GET and HEAD are compared, so neither the item nor its parents may be deleted between them.
    ...paths.map((path) => {
      const on = document.operations.filter((other) =>
        `${shapeOfPath(path)}/`.startsWith(`${shapeOfPath(other.path)}/`),
      )
      const claims = claimsOf(graph, { on, isWatching: true })
      return toItem(path, claims, (context) => coverMethods(context, path))
    }),
    ...(isWhole
      ? [toItem('undeclared paths', NO_CLAIMS, (context) => coverHiddenPaths(context, document))]
      : []),
  ]
}

const coverOperation = async (context: WorkContext, operation: ApiOperation): Promise<void> => {
  const request = await context.working.find(phase, operation)
  if (request === undefined) return context.skip(operation.id, 'its schemas allow no request')
  const sender = new DraftSender(context, phase, operation, request.values)
  const { others, credentials } = context.parts
  const known: KnownCredentials = {
    isGiven: (name) => credentials.isGiven(name),
    canBeMisplaced: (one, name) => {
      const scheme = context.document.securitySchemes.get(name)
      return scheme !== undefined && canBeMisplaced(context.document, one, scheme)
    },
  }
  // Each change of an item depends on the version from the previous one.
  const workers = isVersioned(operation) ? 1 : context.workers
  for (const cases of [
    parameterCases(operation),
    bodyCases(operation),
    authCases(operation, known),
    identityCases(operation, others),
  ])
    await forEachItem(cases, workers, (draft) => sender.send(draft))
  if (context.document.securitySchemes.size > 0) await coverOpen(sender, operation)
  // One rejected media type shows that the server checks them; only then are accepted ones judged.
  const tried: Exchange[] = []
  for (const draft of mediaCases(operation)) {
    const exchange = await sender.send(draft, [...tried])
    if (exchange !== undefined && exchange.response.status >= 400) tried.push(exchange)
  }
}

/** Tests an open operation with credentials of other operations. Success with them shows that it requires credentials. */
const coverOpen = async (sender: DraftSender, operation: ApiOperation): Promise<void> => {
  const sent: Exchange[] = []
  for (const draft of openCases(operation)) {
    const exchange = await sender.send(draft, [...sent])
    if (exchange !== undefined) sent.push(exchange)
  }
}

/** A successful GET proves that the path exists, so later responses there depend on the method. */
const coverMethods = async (context: WorkContext, path: string): Promise<void> => {
  const declared = context.document.paths.get(path) ?? []
  const get = declared.find(({ method }) => method === 'GET')
  const got = get && (await sendLiving(context, get))
  const works = got !== undefined && got.response.status < 300
  const target = works ? got.case.request.target : await targetOf(context, path)
  if (target === undefined) return
  const history = works ? [got] : []
  const whole = works ? await readWhole(context, got) : undefined
  if (whole !== undefined)
    await coverHead(
      context,
      whole,
      declared.find(({ method }) => method === 'HEAD'),
    )
  const others = [...optionsCase(path, declared, target), ...undeclaredMethodCases(path, declared, target)]
  // A declared but unreadable method is not undeclared.
  const undeclared = others.filter(({ request }) => !isUnread(context.document, path, request.method))
  await forEachItem(undeclared, context.workers, (sent) => context.session.send(sent, history))
}

/** Reads the full content, because only GET supports ranges (RFC 9110, section 14.2). Undefined if no read succeeded. */
const readWhole = async (context: WorkContext, got: Exchange): Promise<Exchange | undefined> => {
  const { request } = got.case
  const headers = request.headers.filter(([name]) => name !== 'range')
  if (headers.length === request.headers.length) return got
  const whole = await context.session.send({
    ...got.case,
    values: undefined,
    request: { ...request, headers },
  })
  return whole !== undefined && whole.response.status < 300 ? whole : undefined
}

/** Sends GET and then HEAD, whether or not HEAD is declared (RFC 9110, section 9.3.2). */
const coverHead = async (
  context: WorkContext,
  got: Exchange,
  operation: ApiOperation | undefined,
): Promise<void> => {
  const { case: sent } = got
  const head: Case = {
    ...sent,
    operation,
    scenario: 'head_of_get',
    target: { ...sent.target, location: 'method', name: 'HEAD', keyword: 'method' },
    values: undefined,
    request: { ...sent.request, method: 'HEAD' },
  }
  const gets = [got]
  // Another GET shows whether a header changes on its own. With parallel work it may change and revert, so one more follows.
  for (let rounds = context.workers === 1 ? 1 : 2; rounds > 0; rounds -= 1) {
    const compared = await context.session.send(head, gets.slice(-1))
    if (compared === undefined || findOtherHeader(compared, gets) === undefined) return
    const again = await context.session.send(sent, [got])
    if (again === undefined) return
    gets.push(again)
  }
  await context.session.send(head, gets)
}

/** Sends a working request. If its item is gone, sends the same request for a new one. */
const sendLiving = async (context: WorkContext, get: ApiOperation): Promise<Exchange | undefined> => {
  const creates = context.graph.resources.find(({ list }) => list?.operation === get)?.create?.operation
  // An empty list proves nothing, so an item is created first.
  if (creates?.path === get.path && get.responses.get('200')?.headers.length)
    await sendWorking(context, creates)
  const got = await sendWorking(context, get)
  if (got === undefined || !isStaleStatus(got.response.status)) return got
  const gone = boundValues(got.case, false)
  for (const value of gone) context.parts.pool.forget(value)
  return gone.length === 0 ? got : sendWorking(context, get)
}

const sendWorking = async (context: WorkContext, operation: ApiOperation): Promise<Exchange | undefined> => {
  const request = await context.working.find(phase, operation)
  if (request === undefined) return undefined
  const sent = toWorkingCase(phase, operation, request)
  return sent && context.session.send(sent)
}

/** An existing URL of a path, without a query. */
const targetOf = async (context: WorkContext, path: string): Promise<string | undefined> => {
  const [operation] = context.document.paths.get(path) ?? []
  if (operation === undefined) return undefined
  const request = await context.working.find(phase, operation)
  const { pointer, documentUri } = operation
  const target = { location: 'operation', name: '', keyword: '', pointer, documentUri } as const
  const sent =
    request && makeCase(phase, operation, { scenario: '', mode: 'positive', target, values: request.values })
  return sent?.request.target.split('?')[0]
}

const coverHiddenPaths = async (context: WorkContext, document: ApiDocument): Promise<void> => {
  const targets = new Map<string, string>()
  for (const path of document.paths.keys()) {
    const target = await targetOf(context, path)
    if (target !== undefined) targets.set(path, target)
  }
  const [first, ...rest] = hiddenPathCases(document, targets)
  const unlikely = first && (await context.session.send(first))
  await forEachItem(rest, context.workers, (sent) =>
    context.session.send(sent, unlikely === undefined ? [] : [unlikely]),
  )
}

/** Routes often left open by mistake. Documentation, health and favicon routes are public and not included. */
const LEFT_OPEN = [
  '/debug', '/_debug', '/debug/vars', '/debug/pprof', '/debug/state', '/admin', '/_admin', '/admin/users', '/internal', '/_internal',
  '/internal/debug', '/internal/state', '/private', '/test', '/_test', '/dev', '/console', '/shell', '/config', '/_config', '/env', '/.env',
  '/.git/config', '/actuator', '/actuator/env', '/actuator/heapdump', '/trace', '/dump', '/_dump', '/backup', '/export', '/phpinfo.php',
  '/server-status', '/_cluster', '/stats', '/_stats', '/logs', '/_all',
] // prettier-ignore

/** Last segments that must not be available on a collection. */
const SUFFIXES = ['/all', '/debug', '/export', '/internal', '/_all', '/dump', '/raw', '/admin']

/** Sends GET to undeclared URLs: well-known ones, and neighbors of declared ones. */
const hiddenPathCases = (document: ApiDocument, targets: ReadonlyMap<string, string>): readonly Case[] => {
  const patterns = [...document.paths.keys()].map(toPattern)
  const probes = new Set([...LEFT_OPEN, ...prefixesOf(targets), ...neighboursOf(document)])
  return [UNLIKELY, ...probes]
    .filter((probe) => !patterns.some((pattern) => pattern.test(probe)))
    .map((probe) => probeCase(document, probe))
}

/** An unlikely path, which shows the server's default response. */
const UNLIKELY = '/undeclared-7c1f4e52'

/** Undeclared prefixes of paths: for `/pets/7/photos`, `/pets` and `/pets/7`. */
const prefixesOf = (targets: ReadonlyMap<string, string>): string[] =>
  [...targets.values()].flatMap((target) => {
    const segments = (target.split('?')[0] ?? '').split('/').slice(1)
    return segments.slice(0, -1).map((_segment, index) => `/${segments.slice(0, index + 1).join('/')}`)
  })

const neighboursOf = (document: ApiDocument): string[] =>
  [...document.paths.keys()].filter((path) => !path.includes('{')).flatMap((path) => SUFFIXES.map((suffix) => `${path.replace(/\/$/, '')}${suffix}`)) // prettier-ignore

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.split(/\{[^}]*\}/).map((text) => escapePattern(text)).join('[^/]+')}/?$`) // prettier-ignore

const probeCase = (document: ApiDocument, path: string): Case => ({
  phase: 'coverage',
  operation: undefined,
  path,
  scenario: 'undeclared_path',
  mode: 'negative',
  target: {
    location: 'operation',
    name: path,
    keyword: 'paths',
    pointer: appendTokens('/paths', path),
    documentUri: document.uri,
  },
  values: undefined,
  request: { method: 'GET', target: path, headers: [['accept', '*/*']], body: undefined },
  auth: 'given',
})

/** Least harmful methods first, in case one succeeds. */
const METHODS: readonly HttpMethod[] = ['TRACE', 'GET', 'PATCH', 'POST', 'PUT', 'DELETE']

/** Sends each undeclared method once, to an existing URL (RFC 9110, section 15.5.6). */
const undeclaredMethodCases = (
  path: string,
  declared: readonly ApiOperation[],
  target: string,
): readonly Case[] => {
  const known = new Set(declared.map(({ method }) => method))
  return METHODS.filter((method) => !known.has(method)).map((method) =>
    methodCase(path, declared, target, method, 'unspecified_http_method'),
  )
}

/** Requests the supported methods of a path (RFC 9110, section 9.3.7). */
const optionsCase = (path: string, declared: readonly ApiOperation[], target: string): readonly Case[] =>
  declared.some(({ method }) => method === 'OPTIONS')
    ? []
    : [methodCase(path, declared, target, 'OPTIONS', 'options')]

const methodCase = (
  path: string,
  declared: readonly ApiOperation[],
  target: string,
  method: HttpMethod,
  scenario: string,
): Case => {
  const carriesBody = method === 'PUT' || method === 'POST' || method === 'PATCH'
  return {
    phase: 'coverage',
    operation: undefined,
    path,
    scenario,
    mode: 'negative',
    target: {
      location: 'method',
      name: method,
      keyword: 'method',
      pointer: appendTokens('/paths', path),
      documentUri: declared[0]?.documentUri ?? '',
    },
    values: undefined,
    request: {
      method,
      target,
      headers: [['accept', '*/*'], ...(carriesBody ? ([['content-type', 'application/json']] as const) : [])],
      body: carriesBody ? '{}' : undefined,
    },
    auth: 'given',
  }
}
