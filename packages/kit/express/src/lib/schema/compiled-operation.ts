import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js'
import type { DocumentOperation } from './document-operations.ts'
import { toProblem, type Problem } from './problem.ts'
import type { SchemaCheck, Upstream } from './upstream.ts'
import { validatorPath } from './validator-document.ts'
import type { ValidatorRequest } from './validator-request.ts'

/** A request as judged. */
export interface JudgedRequest {
  /** Coerced. */
  readonly request: ValidatorRequest
  /** None where it keeps the contract. */
  readonly problems: readonly Problem[]
}

/** The validators of one operation. */
export interface CompiledOperation {
  judge(makeRequest: () => ValidatorRequest): JudgedRequest
}

/** The two media types under which a request is judged: that of its body, and none where it has none. */
const JSON_TYPE = 'application/json'
const NO_TYPE = 'not_provided'

/** Compiles an operation; throws where its schemas cannot be compiled. Upstream judges alone where it prepares parameters. */
export function compileOperation(
  upstream: Upstream,
  operation: DocumentOperation,
  index: number,
  arePrepared: boolean,
): CompiledOperation {
  const path = validatorPath(index)
  const schema = upstream.paths[path]?.[operation.method.toLowerCase() as 'get']
  if (schema === undefined) throw new Error(`${operation.operationId} is of another document`)

  /** The whole way of express-openapi-validator, but for the search of the operation. */
  const judgeUpstream = (request: ValidatorRequest): readonly Problem[] => {
    const openapi = { expressRoute: path, openApiRoute: path, pathParams: request.params, schema }
    const asked = { ...request, openapi } as unknown as OpenApiRequest
    try {
      void upstream.requests.validate(asked, {} as never, () => undefined)
      return []
    } catch (error) {
      return toProblems(error)
    }
  }
  const checksOf = (type: string): readonly SchemaCheck[] => {
    const key = `${operation.method}-${path}-${type}`
    const checks = [upstream.parameters.getSchema(key), upstream.bodies.getSchema(key)]
    if (checks.includes(undefined)) throw new Error(`The validator did not compile ${operation.operationId}`)
    return checks.filter((check) => check !== undefined)
  }
  const empty = { method: operation.method, originalUrl: path, path, params: {}, query: {} }
  judgeUpstream({ ...empty, headers: {}, body: undefined })
  judgeUpstream({ ...empty, headers: { 'content-type': JSON_TYPE }, body: {} })
  const [withBody, withoutBody] = [checksOf(JSON_TYPE), checksOf(NO_TYPE)]

  return {
    judge(makeRequest) {
      const request = makeRequest()
      if (!arePrepared) {
        const { query, headers, params, body } = request
        const data = { query, headers, params, cookies: undefined, body }
        const checks = body === undefined ? withoutBody : withBody
        if (checks.every((check) => check(data))) return { request, problems: [] }
      }
      // What is broken is described upstream, from the request as it was before anything was coerced.
      const again = arePrepared ? request : makeRequest()
      return { request: again, problems: judgeUpstream(again) }
    },
  }
}

interface ValidatorError extends Error {
  readonly status: number
  readonly errors: readonly { readonly path?: string; readonly errorCode?: string }[]
}

function toProblems(error: unknown): readonly Problem[] {
  if (isValidatorError(error) && error.status === 400) return error.errors.map(toProblem)
  throw error
}

function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof Error && 'status' in error && 'errors' in error && Array.isArray(error.errors)
}
