import { allChecks } from '../checks/all-checks.ts'
import type { Finding } from '../checks/check.ts'
import type { ApiDocument, ApiOperation } from '../document/api-document.ts'
import { loadDocument } from '../document/load-document.ts'
import { matchPath } from '../resources/match-path.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import { createExchange } from '../run/create-exchange.ts'
import type { Answer, Case, CheckSettings } from '../run/exchange.ts'
import { readAnswer } from '../run/read-answer.ts'
import { readPolicies } from '../run/read-policies.ts'
import { nearestOf } from '../text/nearest-of.ts'
import type { ContractExpectation } from './contract-expectation.ts'

/** An answer of fetch, or what is left of one. */
export type AnyResponse =
  | Response
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** Text or bytes as they came; anything else is taken as JSON. */
      readonly body?: unknown
    }

/** Checks that need the answer alone: nothing is known of the request but its operation. */
const ANSWER_CHECKS: ReadonlySet<string> = new Set([
  'not-a-server-error',
  'status-code-conformance',
  'nonstandard-status',
  'content-type-conformance',
  'response-headers-conformance',
  'response-schema-conformance',
  'error-body-conformance',
  'undocumented-properties',
  'body-on-no-content',
  'missing-www-authenticate',
  'unauthorized-without-security',
  'misleading-created',
  'upgrade-required-header',
  'leaked-internals',
])

/** What is wrong with an answer by itself. Throws ConfigurationError where the expectation names no operation of the document. */
export const judgeResponse = async (
  response: AnyResponse,
  expectation: ContractExpectation,
): Promise<readonly Finding[]> => {
  const document = await load(expectation.document)
  const operation = findOperation(document, expectation)
  const answer = readAnswer({ ...(await readParts(response)), elapsedMs: 0 })
  return judgeAnswer(document, operation, answer, {
    checks: ANSWER_CHECKS,
    strictResponses: expectation.strictResponses ?? true,
    policies: readPolicies(document, {}),
  })
}

/** What some checks find in a response of an operation, of whose request nothing is known. */
export const judgeAnswer = (
  document: ApiDocument,
  operation: ApiOperation,
  answer: Answer,
  {
    checks,
    ...settings
  }: Omit<CheckSettings, 'maxResponseTimeMs'> & { readonly checks: ReadonlySet<string> },
): readonly Finding[] => {
  const allSettings = { ...settings, maxResponseTimeMs: undefined }
  const exchange = createExchange(document, toCase(operation), answer, [], allSettings, UNKNOWN)
  return allChecks
    .filter((check) => checks.has(check.id) && check.appliesTo(operation))
    .flatMap((check) => check.verify(exchange))
}

/** Nothing is known of the request, so nothing is said of it. */
const UNKNOWN = { isValid: false, isInvalid: false, faults: [] } as const

const loaded = new Map<string | object, Promise<ApiDocument>>()

/** Once for each document: a suite judges many answers. */
const load = (document: string | object): Promise<ApiDocument> => {
  const known = loaded.get(document) ?? loadDocument(document)
  loaded.set(document, known)
  return known
}

const findOperation = (document: ApiDocument, expectation: ContractExpectation): ApiOperation => {
  if ('operationId' in expectation) {
    const { operationId } = expectation
    const found = document.operations.find(({ id }) => id === operationId)
    if (found !== undefined) return found
    const nearest = nearestOf(
      document.operations.map(({ id }) => id),
      operationId,
    )
    throw new ConfigurationError(`The document has no operation ${operationId}; did you mean ${nearest}?`)
  }
  const { method = 'GET', url } = expectation.request
  const fitting = document.operations.filter(
    (operation) => operation.method === method.toUpperCase() && matchPath(operation.path, url) !== undefined,
  )
  // Fixed text goes before parameters, and the longer path before one that is only its end.
  const [found] = fitting.toSorted((a, b) => rankOf(b) - rankOf(a))
  if (found !== undefined) return found
  throw new ConfigurationError(`The document has no operation for ${method} ${url}.`)
}

const rankOf = ({ path }: ApiOperation): number => 2 * path.split('/').length - path.split('{').length

const readParts = async (response: AnyResponse) => {
  if (response instanceof Response) {
    if (response.bodyUsed)
      throw new ConfigurationError('The body of the answer has been read already; judge it first.')
    const body = new Uint8Array(await response.clone().arrayBuffer())
    return { status: response.status, headers: [...response.headers], body }
  }
  const { status, headers = {}, body } = response
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return { status, headers: pairs, body: toBytes(body) }
}

const toBytes = (body: unknown): Uint8Array => {
  if (body instanceof Uint8Array) return body
  if (body === undefined) return new Uint8Array()
  return new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
}

const toCase = (operation: ApiOperation): Case => {
  const { path, method, pointer, documentUri } = operation
  return {
    phase: 'examples',
    operation,
    path,
    scenario: 'single answer',
    mode: 'positive',
    target: { location: 'operation', name: '', keyword: '', pointer, documentUri },
    values: undefined,
    request: { method, target: path, headers: [], body: undefined },
    auth: 'given',
  }
}
