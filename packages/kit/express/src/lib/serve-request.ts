import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { toFailureAnswer } from './answer.ts'
import { createFindClientAddress } from './client-address.ts'
import { createCrossOrigin, createPreflight, isPreflight } from './cross-origin.ts'
import { discardBody } from './discard-body.ts'
import { findDestination } from './destination.ts'
import { internalError, malformedRequest, serviceUnavailable } from './failures.ts'
import type { HttpAppOptions } from './http-app-options.ts'
import { createLoadLimit } from './load-limit.ts'
import type { MountAnswer } from './mount.ts'
import { findOpenResponse, openResponse } from './open-response.ts'
import { createReadJsonBody, type JsonBody } from './read-json-body.ts'
import { recordExchange } from './record-exchange.ts'
import { chooseRequestId, type RequestFacts } from './request-facts.ts'
import { parseRequestTarget } from './request-target.ts'
import { listSecurityHeaders } from './security-headers.ts'
import { sendAnswer } from './send-answer.ts'

const DEFAULT_BODY_BYTES = 256 * 1024
const DEFAULT_CONCURRENT_REQUESTS = 256

/** Makes the one handler behind every path: routing, then the mount or API found there, then the answer. */
export function createServeRequest(options: HttpAppOptions): RequestHandler {
  const readBody = createReadJsonBody(options.limits?.bodyBytes ?? DEFAULT_BODY_BYTES)
  const load = createLoadLimit(options.limits?.concurrentRequests ?? DEFAULT_CONCURRENT_REQUESTS)
  const mounts = Map.groupBy(options.mounts ?? [], ({ path }) => path)
  const newRequestId = options.newRequestId ?? randomUUID
  const findAddress = createFindClientAddress((options.trustedProxies ?? []).length > 0)
  const setCrossOrigin = options.cors === undefined ? undefined : createCrossOrigin(options.cors)
  const commonHeaders = listSecurityHeaders()

  return async (request, response) => {
    const target = parseRequestTarget(request.url)
    const destination = findDestination(options.apis, mounts, request.method, target.path)
    const requestId = chooseRequestId(headerOf(request, 'x-request-id'), newRequestId)
    openResponse(response, requestId, commonHeaders)
    setCrossOrigin?.(request, response, () => undefined)
    const facts: RequestFacts = {
      requestId,
      method: request.method,
      path: target.path,
      ip: findAddress(request),
      operationId: destination.kind === 'operation' ? destination.operation.operationId : null,
      header: (name) => headerOf(request, name.toLowerCase()),
    }
    const onDefect = (error: unknown): void => options.onDefect?.(error, facts)
    const setCaller = recordExchange(response, facts, options.onExchange)

    const findAnswer = async (): Promise<MountAnswer | undefined> => {
      // RFC 9112 3.2: HTTP/1.1 without Host is refused; Node would do so without a body.
      if (lacksHost(request)) return toFailureAnswer(malformedRequest)
      if (destination.kind === 'failure') return toFailureAnswer(destination.failure)
      if (destination.kind === 'mount') return destination.mount.handler(facts)
      const { api, operation, pathValues } = destination
      const readOwnBody = (): Promise<JsonBody> =>
        operation.body === null ? discardBody(request) : readBody(request, response)
      const { search } = target
      const exchange = { facts, operation, pathValues, search, readBody: readOwnBody, setCaller, onDefect }
      if (!load.enter()) return toFailureAnswer(serviceUnavailable)
      // Until the work is done, not until the client is gone: who gives up at once would otherwise have no limit.
      const answer = await api.run(exchange).finally(() => load.leave())
      return answer && { ...answer, headers: { 'cache-control': 'no-store', ...answer.headers } }
    }

    const methods = destination.kind === 'failure' ? destination.methods : undefined
    if (options.cors !== undefined && methods !== undefined && isPreflight(request)) {
      setHeaders(response)
      createPreflight(options.cors, methods)(request, response, () => undefined)
      return
    }
    try {
      const answer = await findAnswer()
      if (answer !== undefined) sendAnswer(response, answer)
    } catch (error) {
      onDefect(error)
      sendAnswer(response, toFailureAnswer(internalError))
    }
  }
}

/** For the answer that another writes: what every answer carries. */
function setHeaders(response: ServerResponse): void {
  const opened = findOpenResponse(response)
  if (opened === undefined) return
  const { headers } = opened
  response.setHeader('x-request-id', opened.requestId)
  for (let at = 0; at + 1 < headers.length; at += 2)
    response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
}

const lacksHost = (request: Request): boolean =>
  request.httpVersion === '1.1' && request.headers.host === undefined

/** Node joins what was sent several times, and keeps a list of cookies alone, which no contract of requests has. */
function headerOf(request: Request, lowerCaseName: string): string | undefined {
  const value = request.headers[lowerCaseName]
  return Array.isArray(value) ? value.join(', ') : value
}
