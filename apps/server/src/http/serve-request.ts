import type { Request, RequestHandler, Response } from 'express'
import { toFailureAnswer } from './answer.ts'
import { findClientAddress } from './client-address.ts'
import { createPreflight, isPreflight } from './cross-origin.ts'
import { discardBody } from './discard-body.ts'
import { findDestination, type Destination } from './destination.ts'
import { internalError, malformedRequest, serviceUnavailable } from './failures.ts'
import type { HttpAppOptions } from './http-app-options.ts'
import { createLoadLimit } from './load-limit.ts'
import type { MountAnswer } from './mount.ts'
import { createReadJsonBody, type JsonBody } from './read-json-body.ts'
import { recordExchange } from './record-exchange.ts'
import type { RequestFacts } from './request-facts.ts'
import { parseRequestTarget } from './request-target.ts'
import { sendAnswer } from './send-answer.ts'

const DEFAULT_BODY_BYTES = 256 * 1024
const DEFAULT_CONCURRENT_REQUESTS = 256

/** Makes the one handler behind every path: routing, then the mount or API found there, then the answer. */
export function createServeRequest(options: HttpAppOptions): RequestHandler {
  const readBody = createReadJsonBody(options.limits?.bodyBytes ?? DEFAULT_BODY_BYTES)
  const load = createLoadLimit(options.limits?.concurrentRequests ?? DEFAULT_CONCURRENT_REQUESTS)
  const mounts = Map.groupBy(options.mounts ?? [], ({ path }) => path)

  return async (request, response) => {
    const target = parseRequestTarget(request.url)
    const destination = findDestination(options.apis, mounts, request.method, target.path)
    const facts = toFacts(request, response, target.path, destination)
    const onDefect = (error: unknown): void => options.onDefect?.(error, facts)
    const setCaller = recordExchange(response, facts, options.onExchange)

    const findAnswer = async (): Promise<MountAnswer | undefined> => {
      // RFC 9112 3.2: HTTP/1.1 without Host is refused; Node would do so without a body.
      if (lacksHost(request)) return toFailureAnswer(malformedRequest)
      if (destination.kind === 'failure') return toFailureAnswer(destination.failure)
      if (destination.kind === 'mount') return destination.mount.handler(facts)
      const { api, operation, pathValues } = destination
      const query = new URLSearchParams(target.search)
      const readOwnBody = (): Promise<JsonBody> =>
        operation.body === null ? discardBody(request) : readBody(request, response)
      const exchange = { facts, operation, pathValues, query, readBody: readOwnBody, setCaller, onDefect }
      if (!load.enter()) return toFailureAnswer(serviceUnavailable)
      // Until the work is done, not until the client is gone: who gives up at once would otherwise have no limit.
      const answer = await api.run(exchange).finally(() => load.leave())
      return answer && { ...answer, headers: { 'cache-control': 'no-store', ...answer.headers } }
    }

    const methods = destination.kind === 'failure' ? destination.methods : undefined
    if (options.cors !== undefined && methods !== undefined && isPreflight(request)) {
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

const lacksHost = (request: Request): boolean =>
  request.httpVersion === '1.1' && request.headers.host === undefined

function toFacts(request: Request, response: Response, path: string, destination: Destination): RequestFacts {
  return {
    requestId: String(response.getHeader('x-request-id')),
    method: request.method,
    path,
    ip: findClientAddress(request),
    operationId: destination.kind === 'operation' ? destination.operation.operationId : null,
    header: (name) => request.get(name),
  }
}
