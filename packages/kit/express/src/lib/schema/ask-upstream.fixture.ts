import { middleware } from 'express-openapi-validator'
import type { AnswerTable } from './answer-table.ts'
import type { DocumentOperation } from './document-operations.ts'
import { toProblem, type Problem } from './problem.ts'
import { validatorPath } from './validator-document.ts'
import { parametersIn, type ValidatorRequest } from './validator-request.ts'

/** express-openapi-validator by its own entry: its middleware, its router, its loading of the document. */
export interface AskedUpstream {
  /** The problems found, and the request as coerced. */
  judgeRequest(operation: DocumentOperation, request: ValidatorRequest): Promise<readonly Problem[]>
  /** What the middleware says of an answer; undefined where nothing. */
  checkAnswer(schemaName: string, body: unknown): Promise<string | undefined>
}

/** The path under which one answer of the table can be asked for. */
const answerPath = (schemaName: string): string => `/answer-${schemaName}`

/** Sets the middleware up for a prepared document, as its README does, with the same settings. */
export function askUpstream(
  document: object,
  operations: readonly DocumentOperation[],
  answers: AnswerTable,
): AskedUpstream {
  const stages = middleware({
    apiSpec: toRoutedDocument(document, operations, answers) as never,
    validateApiSpec: false,
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
  const app = { enabled: () => true, param: () => undefined }
  const runStages = async (request: object): Promise<void> => {
    for (const stage of stages.slice(0, -1)) await run(stage, request, {})
  }

  return {
    async judgeRequest(operation, request) {
      const index = operations.indexOf(operation)
      const values = parametersIn(operation, 'path').map(({ name }) => String(request.params[name]))
      const path = [validatorPath(index), ...values.map(encodeURIComponent)].join('/')
      const asked = { ...request, app, baseUrl: '', originalUrl: path, url: path, path, params: {} }
      try {
        await runStages(asked)
        const coerced: Record<string, unknown> = asked.params
        parametersIn(operation, 'path').forEach(({ name }, at) => {
          request.params[name] = coerced[`p${at}`]
        })
        return []
      } catch (error) {
        const errors: unknown = error instanceof Error && 'errors' in error ? error.errors : undefined
        if (!Array.isArray(errors)) throw error
        return errors.map((one: object) => named(toProblem(one), operation))
      }
    },
    async checkAnswer(schemaName, body) {
      const path = answerPath(schemaName)
      const request = { method: 'GET', app, baseUrl: '', originalUrl: path, url: path, path, params: {} }
      const asked = { ...request, query: {}, headers: {}, body: undefined }
      await runStages(asked)
      const response = {
        statusCode: 200,
        headersSent: false,
        getHeaders: () => ({ 'content-type': 'application/json; charset=utf-8' }),
        json: (_body: unknown) => undefined,
      }
      const answerStage = stages.at(-1)
      if (answerStage === undefined) throw new Error('The middleware has no stage for answers')
      await run(answerStage, asked, response)
      return new Promise((resolve, reject) => {
        failed = (error) => (error instanceof Error ? resolve(error.message) : reject(new Error('No error')))
        response.json(body)
        resolve(undefined)
      })
    },
  }
}

type Stage = ReturnType<typeof middleware>[number]

/** What the last stage is to call where an answer breaks its schema: it does so after the handler has answered. */
let failed: (error: unknown) => void = () => undefined

const run = (stage: Stage, request: object, response: object): Promise<void> =>
  new Promise((resolve, reject) => {
    failed = (error) =>
      reject(error instanceof Error ? error : new Error('The middleware failed', { cause: error }))
    const next = (error?: unknown): void => (error === undefined ? resolve() : failed(error))
    stage(request as never, response as never, next)
  })

/** The prepared document with paths that a router can tell apart, and a path for each answer. */
function toRoutedDocument(
  document: object,
  operations: readonly DocumentOperation[],
  answers: AnswerTable,
): object {
  const copy = structuredClone(document) as {
    paths: Record<string, Record<string, { parameters: object[] }>>
  }
  operations.forEach((operation, index) => {
    const path = validatorPath(index)
    const item = copy.paths[path] ?? {}
    const inPath = parametersIn(operation, 'path')
    for (const { parameters } of Object.values(item)) {
      let at = 0
      for (const parameter of parameters) {
        if ('in' in parameter && parameter.in === 'path') Object.assign(parameter, { name: `p${at++}` })
      }
    }
    delete copy.paths[path]
    copy.paths[[path, ...inPath.map((_, at) => `{p${at}}`)].join('/')] = item
  })
  for (const name of answers.names) {
    const schema = { $ref: `#/components/schemas/${name}` }
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } }
    Object.assign(copy.paths, { [answerPath(name)]: { get: { parameters: [], responses } } })
  }
  return copy
}

/** Path parameters by the names of the document again. */
function named({ pointer, keyword }: Problem, operation: DocumentOperation): Problem {
  const names = new Map(parametersIn(operation, 'path').map(({ name }, at) => [`p${at}`, name]))
  const spelt = pointer.map((token, at) =>
    at === 1 && pointer[0] === 'params' ? (names.get(token) ?? token) : token,
  )
  return { pointer: spelt, keyword }
}
