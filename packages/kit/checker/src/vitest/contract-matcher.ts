import { writeJson } from '@contract-kit/json-schema/json'
import { expect } from 'vitest'
import { ConfigurationError } from '../core/check-options.ts'
import type { Finding } from '../core/check.ts'
import { readResponse } from '../core/exchange.ts'
import { suggest } from '@contract-kit/json-schema/text'
import { type ApiDocument, type ApiOperation, loadDocument } from '@contract-kit/openapi'
import { sendableDocument } from '@contract-kit/openapi/wire'
import { matchPath } from '@contract-kit/resources/paths'
import { checkIds } from '../runner/run-checks.ts'
import { readPolicies } from '../session/policies.ts'
import { RESPONSE_CHECKS, judgeLoneResponse } from '../traffic/judge-exchange.ts'

declare module 'vitest' {
  // The type parameters must match those of the extended interface.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Asserts that status, media type, headers and body match the document. Await the result. */
    toMatchContract: (expectation: ContractExpectation) => Promise<void>
  }
}

/** Adds the matcher `toMatchContract` to `expect`. Call it once, in a setup file or at the top of a test file. */
export const registerContractMatcher = (): void =>
  expect.extend({
    async toMatchContract(received: AnyResponse, expectation: ContractExpectation) {
      const findings = await judgeResponse(received, expectation)
      return {
        pass: findings.length === 0,
        message: () =>
          findings.length === 0
            ? 'The response matches the document, but the test expects a mismatch.'
            : findings
                .map(({ message, check, pointer }) => `${message} [${check}]\ndocument: ${pointer}`)
                .join('\n\n'),
      }
    },
  })

/** The document and operation that a response must match. */
export type ContractExpectation = {
  /** A file path, a URL, or the document itself. */
  readonly document: string | object
  /** Whether undocumented properties in the response are faults. Default: true. */
  readonly strictResponses?: boolean
} & (
  | {
      /** Id of the requested operation. */
      readonly operationId: string
    }
  | {
      /** The request; method and path determine the operation. */
      readonly request: {
        /** Default: GET. */
        readonly method?: string
        /** An absolute URL or a path; a prefix before the document's path is ignored. */
        readonly url: string
      }
    }
)

/** A response of fetch, or its parts. */
type AnyResponse =
  | Response
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      /** Text or bytes are sent unchanged; anything else as JSON. */
      readonly body?: unknown
    }

/** Lists the faults of a single response. Throws ConfigurationError if the expectation matches no operation of the document. */
const judgeResponse = async (
  response: AnyResponse,
  expectation: ContractExpectation,
): Promise<readonly Finding[]> => {
  const document = await load(expectation.document)
  const operation = findOperation(document, expectation)
  const received = readResponse({ ...(await readParts(response)), elapsedMs: 0 })
  return judgeLoneResponse(document, operation, received, {
    checks: RESPONSE_CHECKS,
    strictResponses: expectation.strictResponses ?? true,
    policies: readPolicies(document, {}, checkIds),
  })
}

const loaded = new Map<string | object, Promise<ApiDocument>>()

/** Caches documents, because a suite judges many responses. */
const load = (document: string | object): Promise<ApiDocument> => {
  const known = loaded.get(document) ?? loadDocument(document).then(sendableDocument)
  loaded.set(document, known)
  return known
}

const findOperation = (document: ApiDocument, expectation: ContractExpectation): ApiOperation => {
  if ('operationId' in expectation) {
    const { operationId } = expectation
    const found = document.operations.find(({ id }) => id === operationId)
    if (found !== undefined) return found
    const ids = document.operations.map(({ id }) => id)
    throw new ConfigurationError(`The document has no operation ${operationId}${suggest(ids, operationId)}`)
  }
  const { method = 'GET', url } = expectation.request
  const fitting = document.operations.filter(
    (operation) => operation.method === method.toUpperCase() && matchPath(operation.path, url) !== undefined,
  )
  // Fixed segments precede parameters, and longer paths precede their suffixes.
  const [found] = fitting.toSorted((a, b) => rankOf(b) - rankOf(a))
  if (found !== undefined) return found
  throw new ConfigurationError(`The document has no operation for ${method} ${url}.`)
}

const rankOf = ({ path }: ApiOperation): number => 2 * path.split('/').length - path.split('{').length

const readParts = async (response: AnyResponse) => {
  if (response instanceof Response) {
    if (response.bodyUsed)
      throw new ConfigurationError(
        'The body of the response was already read; call toMatchContract before you read it.',
      )
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
  return new TextEncoder().encode(typeof body === 'string' ? body : writeJson(body))
}
