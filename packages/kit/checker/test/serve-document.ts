import { checkContract, type CheckContractOptions } from '../src/index.ts'
import { judgeRequest, matchPath } from '@contract-kit/openapi/wire'
import { type Json, parseJson, writeJson } from '@contract-kit/json-schema/json'
import { loadDocument } from '@contract-kit/openapi'

/** A request that keeps to the document. */
export interface Call {
  readonly path: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The body as JSON; null if it is none. */
  readonly json: Json
  readonly text: string
}

/** A response: `json` is written as JSON, `body` as it is. */
export interface Reply {
  readonly status: number
  readonly json?: Json
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream
  readonly headers?: Readonly<Record<string, string>>
}

/** The handler of each operation for a valid request, by operationId. */
export type Handlers = Readonly<Record<string, (call: Call) => Reply>>

/**
 * Starts a correct server of a document. It returns 400 for a request that breaks the document, 405 for an undeclared method and 404 for an
 * undeclared path. The handlers only keep the state.
 */
export const serveDocument = async (
  document: object,
  handlers: Handlers,
): Promise<(request: Request) => Promise<Response>> => {
  const { operations } = await loadDocument(document)
  return async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const onPath = operations.filter((operation) => matchPath(operation.path, pathname) !== undefined)
    const exact = onPath.filter(({ path }) => path === pathname)
    const candidates = exact.length > 0 ? exact : onPath
    if (candidates.length === 0) return new Response(null, { status: 404 })
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const operation = candidates.find((candidate) => candidate.method === method)
    if (operation === undefined)
      return new Response(null, {
        status: 405,
        headers: { allow: candidates.map((candidate) => candidate.method).join(', ') },
      })
    const bytes = new Uint8Array(await request.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const { isValid } = judgeRequest(operation, {
      method,
      target: pathname + search,
      headers: [...request.headers],
      body: bytes.length === 0 ? undefined : bytes,
    })
    if (!isValid) return new Response(null, { status: 400 })
    const decoded = Object.fromEntries(
      [...(matchPath(operation.path, pathname) ?? [])].map(([name, raw]) => [name, decodeURIComponent(raw)]),
    )
    const isJson = request.headers.get('content-type')?.includes('json') === true
    const json = isJson && text !== '' ? parseJson(text) : null
    const reply = handlers[operation.id]?.({
      path: decoded,
      query: searchParams,
      headers: request.headers,
      json,
      text,
    })
    if (reply === undefined) throw new Error(`Nothing handles ${operation.id}.`)
    const body = reply.json === undefined ? (reply.body ?? null) : writeJson(reply.json)
    return new Response(request.method === 'HEAD' ? null : body, {
      status: reply.status,
      headers: {
        ...(reply.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...reply.headers,
      },
    })
  }
}

/** The report of a check of a correct server: a line for each finding, none if all is well. */
export const findingsOn = async (
  document: object,
  fetch: (request: Request) => Promise<Response>,
  options: Partial<CheckContractOptions> = {},
): Promise<readonly string[]> => {
  const { findings } = await checkContract({ document, fetch, seed: 1, cases: 10, ...options })
  return findings.map(({ check, operationId, message }) => `${check} on ${operationId}: ${message}`)
}
