import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { UnsatisfiableSchemaError, validValuesOf } from '@contract-kit/json-schema/values'
import {
  type ApiDocument,
  type ApiMedia,
  type ApiOperation,
  essenceOf,
  exampleValue,
  findMedia,
  findResponse,
} from '@contract-kit/openapi'
import { isJsonType } from '@contract-kit/openapi/wire'
import { sample } from 'fast-check'
import { toText } from './document-of-examples.ts'
import { type Fault, faults, headerOf, judge, toProblem, violationHeader } from './judge.ts'
import type { Prism } from './prism.ts'
import { noBytes, ofConnection, type Reply, type Respond, type SentRequest } from './server.ts'

/**
 * Responds with the examples of a document. Prism chooses by `Prefer` and `Accept`, and sends callbacks. It does not get the validated
 * parts, so it does not validate them again.
 * @param isDynamic Whether bodies are random, unless a request prefers otherwise.
 */
export function respondByExample(document: ApiDocument, prism: Prism, isDynamic: boolean): Respond {
  const numbers = new Map(document.operations.map((operation, index) => [operation, index]))
  return async (request) => {
    await prism.whenReady()
    const { operation, allow, ...verdict } = judge(document, request)
    if (allow !== undefined) return { status: 204, headers: { allow }, body: noBytes }
    const { fault, violations, headers } = verdict
    const prefer = headerOf(request, 'prefer')
    const status = operation && fault && statusOf(operation, fault)
    if (operation === undefined || (fault !== undefined && status === undefined))
      return toProblem(fault ?? faults.invalid, verdict)
    const isWished = status === undefined || new RegExp(`\\bcode\\s*=\\s*"?${status}\\b`).test(prefer)
    const reply = await askForExample(prism, `/${numbers.get(operation)}`, operation, isDynamic, {
      ...request,
      headers: isWished
        ? request.headers
        : [...request.headers.filter(([name]) => name !== 'prefer'), ['prefer', `code=${status}`]],
      // A rejected request sends no callbacks, and Prism does not respond to a body that is not JSON.
      ...(fault !== undefined && { body: noBytes }),
    })
    return fault === undefined
      ? reply
      : { ...reply, headers: { ...headers, ...reply.headers, ...violationHeader(violations) } }
  }
}

/** The declared status for a fault; undefined if the operation declares none. */
function statusOf(operation: ApiOperation, { statuses }: Fault): number | undefined {
  const declared = statuses.find((status) => operation.responses.has(String(status)))
  return declared ?? statuses.find((status) => findResponse(operation, status) !== undefined)
}

async function askForExample(
  prism: Prism,
  path: string,
  operation: ApiOperation,
  isDynamic: boolean,
  request: SentRequest,
): Promise<Reply> {
  const { target, headers, body = noBytes } = request
  const query = target.replace(/^[^?]*/, '')
  const hasCallbacks = operation.callbacks.length > 0 && body.length > 0
  const sent = new Map(headers.filter(([name]) => !withheld.test(name) && !ofConnection.has(name)))
  const accept = readableRanges(headerOf(request, 'accept'))
  if (accept !== '') sent.set('accept', accept)
  if (hasCallbacks) sent.set('content-type', headerOf(request, 'content-type'))
  const reply = await prism.ask(path + query, sent, hasCallbacks ? body : undefined)
  const type = String(reply.headers['content-type'] ?? '')
  const media = findMedia(findResponse(operation, reply.status)?.media ?? [], type)
  if (media === undefined || reply.body.includes('https://stoplight.io/prism/errors#')) return reply
  const wishes = wishesOf(query, headerOf(request, 'prefer'))
  const isRandom = (wishes.dynamic?.includes('true') ?? isDynamic) && wishes.example === undefined
  const isJson = isJsonType(type)
  const value =
    (isRandom ? randomValue(media) : undefined) ??
    (media.examples.length === 0 && isJson ? exampleValue(media, 'response', true) : undefined)
  if (value === undefined) return reply
  return { ...reply, body: Buffer.from(isJson ? writeJson(value) : toText(value)) }
}

/** Headers that are not forwarded to Prism. */
const withheld = /^(?:accept|accept-encoding|access-control-.*|content-.*|expect|host|origin)$/

/** A random value; undefined for XML, or if none is found. Then the example is used. */
function randomValue({ schema, contentType }: ApiMedia): Json | undefined {
  if (schema === undefined || essenceOf(contentType).endsWith('xml')) return undefined
  try {
    return sample(validValuesOf(schema, { direction: 'response' }), 1)[0]
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return undefined
    throw error
  }
}

/** The preferences of a request, in its header or, without one, in its query. */
function wishesOf(query: string, prefer: string) {
  const given = new URLSearchParams(query)
  const find = (name: string): string | undefined =>
    prefer === ''
      ? (given.get(`__${name}`) ?? undefined)
      : new RegExp(`(?:^|[,;\\s])${name}\\s*=\\s*"?([^\\s",;]+)`, 'i').exec(prefer)?.[1]
  return { dynamic: find('dynamic'), example: find('example') }
}

/** The well-formed ranges of an Accept header. Others would crash Prism. */
const readableRanges = (accept: string): string =>
  accept
    .split(',')
    .filter((range) => /^\s*[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(?:;\s*q=[\d.]+\s*)?$/i.test(range))
    .join(',')
