import { middleware } from 'express-openapi-validator'
import { toProblem, type Problem } from './problem.ts'
import { ANSWERS_PATH } from './validator-document.ts'

/** A request as the validator reads it; the validator writes coerced values back into it. */
export interface ValidatorRequest {
  readonly method: string
  readonly originalUrl: string
  readonly url: string
  readonly path: string
  readonly baseUrl: string
  readonly app: object
  params: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

/** A request without anything in it, for the validator. */
export const createValidatorRequest = (method: string, path: string): ValidatorRequest => ({
  method,
  originalUrl: path,
  url: path,
  path,
  baseUrl: '',
  app: { enabled: () => true, param: () => undefined },
  params: {},
  query: {},
  headers: {},
  body: undefined,
})

/** express-openapi-validator, asked through requests made for it. */
export interface OpenApiValidator {
  /** Validates and coerces in place; gives the problems found. Rejects when the document is at fault. */
  checkRequest(request: ValidatorRequest): Promise<Problem[]>
  /** Gives the problems of an answer by a schema of the answer table, as one sentence; undefined when there are none. */
  checkAnswer(schemaName: string, body: unknown): Promise<string | undefined>
}

/**
 * Makes the validator of one prepared document. It is not mounted on the application's own requests: it keeps one
 * compiled validator for each content type a client invents, and checks no answer that it refused itself.
 */
export function createOpenApiValidator(document: object): OpenApiValidator {
  const stages = middleware({
    // Judged by its own meta-schema at start.
    apiSpec: document as Parameters<typeof middleware>[0]['apiSpec'] & object,
    validateRequests: {
      allErrors: true,
      coerceTypes: false,
      removeAdditional: false,
      allowUnknownQueryParameters: true,
    },
    validateResponses: { allErrors: true, coerceTypes: false },
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
    $refParser: { mode: 'bundle' },
  })
  // The last stage replaces `response.json`; those before it judge the request.
  const answerStage = stages.at(-1)
  const requestStages = stages.slice(0, -1)

  const runRequestStages = async (request: ValidatorRequest): Promise<void> => {
    for (const stage of requestStages) await runStage(stage, request)
  }
  let opened: Promise<ValidatorRequest> | undefined
  /** The request whose answer has the schemas of all answers. */
  const openAnswers = async (): Promise<ValidatorRequest> => {
    const request = createValidatorRequest('GET', ANSWERS_PATH)
    await runRequestStages(request)
    return request
  }

  return {
    async checkRequest(request) {
      try {
        await runRequestStages(request)
        return []
      } catch (error) {
        return toProblems(error)
      }
    },
    async checkAnswer(schemaName, body) {
      const request = await (opened ??= openAnswers())
      return new Promise((resolve, reject) => {
        const response = {
          statusCode: 200,
          headersSent: false,
          getHeaders: () => ({ 'content-type': 'application/json; charset=utf-8' }),
          json: (_body: unknown) => resolve(undefined),
        }
        const next = (error?: unknown): void => {
          if (error === undefined) response.json({ [schemaName]: body })
          else if (isValidatorError(error)) resolve(error.message.replaceAll(`/${schemaName}`, ''))
          else reject(error instanceof Error ? error : new Error('The validator failed', { cause: error }))
        }
        if (answerStage === undefined) reject(new Error('The validator has no stage for answers'))
        else callStage(answerStage, request, response, next)
      })
    },
  }
}

type Stage = ReturnType<typeof middleware>[number]

const runStage = (stage: Stage, request: ValidatorRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    callStage(stage, request, {}, (error) => {
      if (error === undefined) resolve()
      else reject(error instanceof Error ? error : new Error('The validator failed', { cause: error }))
    })
  })

function callStage(stage: Stage, request: object, response: object, next: (error?: unknown) => void): void {
  // The validator reads no more of a request than is there.
  const [req, res] = [request, response] as unknown as [Parameters<Stage>[0], Parameters<Stage>[1]]
  stage(req, res, next)
}

function toProblems(error: unknown): Problem[] {
  if (isValidatorError(error) && error.status === 400) return error.errors.map(toProblem)
  throw error
}

interface ValidatorError extends Error {
  readonly status: number
  readonly errors: readonly { readonly path?: string; readonly errorCode?: string }[]
}

function isValidatorError(error: unknown): error is ValidatorError {
  return error instanceof Error && 'status' in error && 'errors' in error && Array.isArray(error.errors)
}
