import { type ApiDocument, type ApiResponse, findResponse } from '@contract-kit/openapi'
import { tryJson } from '@contract-kit/json-schema/json'
import type { Json } from '../documents/json.ts'
import { buildRequest, type CallValues } from './build-request.ts'
import { judgeValue } from './judge-value.ts'
import { descriptionOf, jsonMediaOf, type McpOperation, ToolInputError } from './operations.ts'

/** The target and permissions of calls. */
export interface CallTarget {
  /** Undefined if neither the command line nor the document has an absolute URL. */
  readonly baseUrl: string | undefined
  /** Whether only GET and HEAD are allowed. */
  readonly isReadOnly: boolean
  /** Default credentials by the name of the security scheme. */
  readonly credentials: Readonly<Record<string, string>>
  /** Receives a log line for each call, without values of requests and responses. */
  readonly log: (line: string) => void
}

/** A response for the assistant. */
export interface CallResult {
  readonly status: number
  /** The documented description of the status. */
  readonly meaning?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Json
  /** Violations of the document by the response. */
  readonly violations?: readonly string[]
}

const timeoutMs = 30_000

/** Some servers reject a request without one. */
const userAgent = 'contract-mcp'

/** About 12,000 tokens. */
const maxBodyLength = 40_000

/** Headers that an assistant needs for the next step. */
const tellingHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'location',
  'retry-after',
  'etag',
  'last-modified',
  'link',
  'allow',
  'www-authenticate',
  'deprecation',
  'sunset',
])

/** Sends a validated request and reads its response. Throws a ToolInputError if the request is invalid or cannot be sent. */
export async function callOperation(
  document: ApiDocument,
  operation: McpOperation,
  values: CallValues,
  { baseUrl, isReadOnly, credentials, log }: CallTarget,
): Promise<CallResult> {
  if (baseUrl === undefined)
    throw new ToolInputError('No base URL is known. Start the server with --url <base>.')
  const isSafe = operation.method === 'GET' || operation.method === 'HEAD'
  if (isReadOnly && !isSafe)
    throw new ToolInputError(
      `${operation.id} is a ${operation.method} request, and this server was started with --read-only.`,
    )
  const given = { ...values, credentials: { ...credentials, ...values.credentials } }
  const { url, ...request } = buildRequest(document, operation, given, baseUrl)
  request.headers.set('User-Agent', userAgent)
  const label = `${operation.method} ${operation.path}`
  const started = performance.now()
  const took = (): string => `${Math.round(performance.now() - started)} ms`
  try {
    // A redirect could send credentials to another host.
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...request, redirect: 'manual', signal })
    const result = await readResponse(document, operation, response)
    log(`${label} ${response.status} ${took()}`)
    return result
  } catch (error) {
    const reason = reasonOf(error)
    log(`${label} failed after ${took()}: ${reason}`)
    throw new ToolInputError(`${label} got no response from ${new URL(baseUrl).origin}: ${reason}.`)
  }
}

/** The code of a connection error, which reveals no address and no secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed'
  if (error.name === 'TimeoutError') return `it took longer than ${timeoutMs / 1000} seconds`
  const { code } = toCause(error.cause)
  return code === undefined ? 'the request failed' : code
}

function toCause(cause: unknown): { readonly code?: string } {
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? { code } : {}
}

async function readResponse(
  document: ApiDocument,
  operation: McpOperation,
  response: Response,
): Promise<CallResult> {
  const declared = findResponse(operation, response.status)
  const declaredHeaders = new Set(declared?.headers.map(({ name }) => name.toLowerCase()))
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    if (tellingHeaders.has(name) || declaredHeaders.has(name) || /^(?:x-)?rate-?limit/.test(name))
      headers[name] = value
  })
  const { body, isWhole } = await readBody(response)
  const meaning = declared === undefined ? '' : descriptionOf(document, declared)
  const violations = isWhole ? judgeResponse(declared, response.status, body) : []
  return {
    status: response.status,
    ...(meaning !== '' && { meaning }),
    headers,
    ...(body !== undefined && { body }),
    ...(violations.length > 0 && { violations }),
  }
}

async function readBody(
  response: Response,
): Promise<{ readonly body: Json | undefined; readonly isWhole: boolean }> {
  const type = response.headers.get('content-type') ?? ''
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0) return { body: undefined, isWhole: true }
  if (type !== '' && !/json|text|xml|form-urlencoded|yaml|javascript/i.test(type))
    return { body: `(${bytes.length} bytes of ${type})`, isWhole: false }
  const text = new TextDecoder().decode(bytes)
  if (text.length > maxBodyLength) {
    const note = `(the first ${maxBodyLength} of ${text.length} characters; narrow the request for the rest)`
    return { body: `${text.slice(0, maxBodyLength)}\n${note}`, isWhole: false }
  }
  const parsed = /json/i.test(type) ? tryJson(text) : undefined
  return { body: parsed === undefined ? text : parsed.value, isWhole: true }
}

function judgeResponse(
  declared: ApiResponse | undefined,
  status: number,
  body: Json | undefined,
): readonly string[] {
  if (declared === undefined) return [`the status ${status} is not documented`]
  const media = jsonMediaOf(declared)
  if (media === undefined || body === undefined) return []
  return judgeValue(media.schema, body, 'body', 'response')
}
