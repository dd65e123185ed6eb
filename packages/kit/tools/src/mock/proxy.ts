import { once } from 'node:events'
import { type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSecure } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { createResponseCheck, type OpenApiDocument } from '@contract-kit/express'
import type { ApiDocument } from '@contract-kit/openapi'
import { InputError } from '../input-error.ts'
import { faults, judge, reject, toProblem, type Violation, violationHeader } from './judge.ts'
import { ofConnection, type Reply, type Respond, type SentRequest } from './server.ts'

/** How a proxy reports violations. */
export interface ProxyOptions {
  /** Whether a violation becomes an error response instead of a header. Default: `false`. */
  readonly errors?: boolean
  /** Whether requests are validated. Default: `true`. */
  readonly validateRequest?: boolean
}

/** Forwards requests to a server, and validates requests and responses. Throws an InputError if the server is not a URL. */
export function respondByProxy(
  document: ApiDocument,
  url: string,
  { errors = false, validateRequest = true }: ProxyOptions,
): Respond {
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw new InputError(`The server ${url} is not a URL such as http://127.0.0.1:3000.`)
  const check = createResponseCheck(document.raw as unknown as OpenApiDocument)
  return async (request) => {
    const verdict = judge(document, request)
    const { fault, operation, violations } = verdict
    const isUnreadable = fault === faults.malformed || fault === faults.tooLarge
    if (fault !== undefined && validateRequest && (errors || isUnreadable)) return toProblem(fault, verdict)
    let reply: Reply
    try {
      reply = await forward(new URL(url), request)
    } catch (error) {
      const message = `The server ${url} sent no response: ${error instanceof Error ? error.message : String(error)}`
      return toProblem(faults.upstream, reject(faults.upstream, 'server', 'upstream', message))
    }
    const { method } = request
    const breaches =
      operation === undefined
        ? []
        : check(operation, { ...reply, method, body: reply.body.length === 0 ? undefined : reply.body })
    const found = breaches.map(({ place, at, message }): Violation => ({
      location: ['response', place, ...at.split('/').filter((key) => key !== '')],
      severity: 'Error',
      code: place,
      message: `${place}${at && ` ${at}`} ${message}`,
    }))
    if (errors && found.length > 0) return toProblem(faults.response, { violations: found })
    const all = [...(validateRequest ? violations : []), ...found]
    return { ...reply, headers: { ...reply.headers, ...violationHeader(all) } }
  }
}

async function forward(
  { protocol, origin, host, pathname }: URL,
  { method, target, headers, body }: SentRequest,
): Promise<Reply> {
  const send = protocol === 'https:' ? sendSecure : sendPlain
  const kept = headers.filter(([name]) => name !== 'host' && !ofConnection.has(name))
  const sent = send(origin + pathname.replace(/\/+$/, '') + target, {
    method,
    headers: ['host', host, ...kept.flat()],
  })
  const [response] = (await once(sent.end(body), 'response')) as [IncomingMessage]
  return {
    status: response.statusCode ?? 502,
    headers: response.headers,
    body: await buffer(response),
  }
}
