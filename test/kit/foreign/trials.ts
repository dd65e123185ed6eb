import { tryJson, type Json, writeJson } from '@contract-kit/json-schema/json'
import { createResponseCheck, type OpenApiDocument } from '@contract-kit/express'
import { type ApiDocument, type ApiOperation, DocumentError } from '@contract-kit/openapi'
import {
  isJsonType,
  type RequestValues,
  sendableDocument,
  serializeRequest,
  type WireRequest,
} from '@contract-kit/openapi/wire'
import { credentialsOf } from './requests.ts'
import { type StepResult, toRefusal, works } from './results.ts'

/** A request to an operation, and its response. */
export interface Trial {
  readonly case: {
    readonly operation: ApiOperation
    readonly values: RequestValues
    readonly request: WireRequest
  }
  readonly response: {
    readonly status: number
    readonly header: (name: string) => string | undefined
    readonly json: Json | undefined
  }
  readonly text: string
  /** Why the response is not a valid success, as one line; undefined if it is. */
  readonly problem: string | undefined
}

/** A document, with functions to send requests to its server. */
export interface Trials {
  readonly api: ApiDocument
  readonly send: (baseUrl: string, operation: ApiOperation, values: RequestValues) => Promise<Trial>
  /** Evaluates a request that a client sent, and its response. */
  readonly read: (
    operation: ApiOperation,
    values: RequestValues,
    request: WireRequest,
    response: Response,
  ) => Promise<Trial>
}

/** Prepares requests from a document. Responses are checked against its bundle. */
export function createTrials(api: ApiDocument, bundled: object): Trials {
  const check = createResponseCheck(bundled as OpenApiDocument)
  const read: Trials['read'] = async (operation, values, request, response) => {
    const { status, headers } = response
    const body = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(body)
    const breaches = check(operation, {
      status,
      headers: Object.fromEntries(headers),
      body: body.length === 0 ? undefined : body,
      method: operation.method,
    })
    // Many documents describe only errors. For them, a success with an undocumented status is not a problem.
    const [breach] = breaches.filter(({ place }) => place !== 'status' || hasSuccess(operation))
    const problem = !response.ok
      ? `status ${status} ${text.slice(0, 200)}`
      : breach && `invalid response: ${breach.place} ${breach.at} ${breach.message}`
    const json = isJsonType(headers.get('content-type') ?? '') ? tryJson(text)?.value : undefined
    const header = (name: string): string | undefined => headers.get(name) ?? undefined
    return { case: { operation, values, request }, response: { status, header, json }, text, problem }
  }
  return {
    api,
    read,
    async send(baseUrl, operation, values) {
      const request = serializeRequest(operation, withCredentials(api, operation, values))
      const { method, target, headers, body = null } = request
      const init = { method, headers: Object.fromEntries(headers), body: body as BodyInit | null }
      const response = await fetch(`${baseUrl}${target}`, { ...init, redirect: 'manual' })
      return read(operation, values, request, response)
    },
  }
}

/** The maximum number of operations to try until one succeeds. */
const mostAttempts = 25

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY']

/** The result of a step if a document has no operation for it. */
export const noOperation = toRefusal('No operation describes a success, so none was called.')

/**
 * Tries the operations with a documented success until one works. For a server that needs none, also tries operations
 * without any response. Reads come first, then operations with input, then short ones.
 */
export async function tryEach(
  { api }: Trials,
  attempt: (operation: ApiOperation) => Promise<string | undefined>,
  needsSuccess = true,
): Promise<StepResult> {
  const operations = listSendable(api).filter(
    (operation) =>
      methods.includes(operation.method) &&
      (hasSuccess(operation) || (!needsSuccess && operation.responses.size === 0)),
  )
  if (operations.length === 0) return noOperation
  const ranked = operations.map((operation) => {
    const { method, parameters, body, raw } = operation
    const takesNothing = parameters.length === 0 && body === undefined
    return { operation, ranks: [methods.indexOf(method), Number(takesNothing), writeJson(raw).length] }
  })
  const sorted = ranked.toSorted((one, other) => compare(one.ranks, other.ranks))
  const problems: string[] = []
  for (const { operation } of sorted.slice(0, mostAttempts)) {
    const problem = await attempt(operation).catch((error: Error) => error.message)
    if (problem === undefined) return works()
    problems.push(`${operation.id}: ${problem}`)
  }
  return { result: 'failed', notes: problems.slice(-3) }
}

const compare = (ranks: readonly number[], others: readonly number[]): number =>
  ranks.map((rank, index) => rank - (others[index] ?? 0)).find((difference) => difference !== 0) ?? 0

const hasSuccess = ({ responses }: ApiOperation): boolean =>
  [...responses.keys()].some((status) => /^(?:2|default)/.test(status))

function listSendable(api: ApiDocument): readonly ApiOperation[] {
  try {
    return sendableDocument(api).operations
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}

function withCredentials(api: ApiDocument, operation: ApiOperation, values: RequestValues): RequestValues {
  const { query, header, cookie } = credentialsOf(api, operation)
  return {
    ...values,
    query: { ...values.query, ...query },
    header: { ...values.header, ...header },
    cookie: { ...values.cookie, ...cookie },
  }
}
