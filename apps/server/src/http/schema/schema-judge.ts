import { createAnswerTable } from './answer-table.ts'
import { describeProblems } from './describe-problems.ts'
import type { DocumentOperation, DocumentParameter } from './document-operations.ts'
import type { JsonObject } from './json-object.ts'
import { createOpenApiValidator, type OpenApiValidator } from './openapi-validator.ts'
import type { Problem } from './problem.ts'
import { spellHeaders, toRequestSchema } from './request-schema.ts'
import { createResolve } from './resolve-reference.ts'
import type { SentParts } from './sent-parts.ts'
import { createValidatorDocument, pathParametersOf, validatorPathName } from './validator-document.ts'
import { parametersIn, toValidatorRequest } from './validator-request.ts'

/** The verdict on a request: its parts as the contract types them, and what is wrong with them. */
export interface RequestVerdict {
  readonly path: JsonObject
  readonly query: JsonObject
  readonly headers: JsonObject
  readonly body: unknown
  /** One text per problem of query, headers and body; empty when they keep the contract. */
  readonly texts: readonly string[]
  /** The first path parameter that breaks its schema; undefined when none does. */
  readonly malformedPathParameter: string | undefined
  /** What is wrong with an answer to this request; undefined when nothing is. Statuses from 500 are not judged. */
  readonly checkAnswer: (status: number, body: unknown) => Promise<string | undefined>
}

/** Judges requests and answers by one document. */
export interface SchemaJudge {
  judge(operation: DocumentOperation, parts: SentParts): Promise<RequestVerdict>
  /** Compiles every validator, so that no request waits for it; rejects when the document cannot be compiled. */
  warmUp(): Promise<void>
}

/** Makes the judge of a bundled OpenAPI 3.1 document; `guardedHeaders` are judged by guards and not again. */
export function createSchemaJudge(options: {
  readonly document: JsonObject
  readonly operations: readonly DocumentOperation[]
  readonly guardedHeaders: readonly string[]
}): SchemaJudge {
  const { document, operations } = options
  const resolve = createResolve(document)
  const answers = createAnswerTable(operations)
  let opened: OpenApiValidator | undefined
  const open = (): OpenApiValidator =>
    (opened ??= createOpenApiValidator(
      createValidatorDocument(document, operations, answers, options.guardedHeaders),
    ))
  const indexes = new Map(operations.map((operation, index) => [operation, index]))

  const judge = async (operation: DocumentOperation, parts: SentParts): Promise<RequestVerdict> => {
    const validator = open()
    const request = toValidatorRequest(operation, indexes.get(operation) ?? -1, parts, resolve)
    const problems = [...missingBody(operation, parts), ...(await validator.checkRequest(request))]
    const headers = pick(parametersIn(operation, 'header'), ({ name }) => request.headers[name.toLowerCase()])
    const describe = (found: readonly Problem[], value: JsonObject): string[] =>
      describeProblems(spellHeaders(found, operation), toRequestSchema(operation), value, resolve)
    const ofPath = problems.filter(({ pointer }) => pointer[0] === 'params')
    const others = problems.filter(({ pointer }) => pointer[0] !== 'params')
    return {
      path: pick(pathParametersOf(operation), (_, index) => request.params[validatorPathName(index)]),
      query: pick(parametersIn(operation, 'query'), ({ name }) => request.query[name]),
      headers,
      body: request.body,
      texts:
        others.length === 0 ? [] : describe(others, { query: request.query, headers, body: request.body }),
      malformedPathParameter: findMalformed(operation, parts, ofPath),
      checkAnswer: async (status, body) => {
        const declared = answers.find(operation, status)
        if (declared === undefined) return `${status} is not declared`
        const { schemaName } = declared
        if (schemaName === null) return body === undefined ? undefined : 'a body is not declared'
        return body === undefined ? 'the body is missing' : await validator.checkAnswer(schemaName, body)
      },
    }
  }
  return { judge, warmUp: () => warmUp(operations, judge) }
}

function missingBody(operation: DocumentOperation, parts: SentParts): Problem[] {
  const isMissing = operation.body?.required === true && parts.body.kind === 'absent'
  return isMissing ? [{ pointer: ['body'], keyword: 'required' }] : []
}

function findMalformed(
  operation: DocumentOperation,
  parts: SentParts,
  problems: readonly Problem[],
): string | undefined {
  const broken = new Set(problems.map(({ pointer }) => pointer[1]))
  return pathParametersOf(operation).find(
    ({ name }, index) => parts.pathValues[name] === undefined || broken.has(validatorPathName(index)),
  )?.name
}

function pick(
  parameters: readonly DocumentParameter[],
  valueOf: (parameter: DocumentParameter, index: number) => unknown,
): JsonObject {
  const entries = parameters.map((parameter, index) => [parameter.name, valueOf(parameter, index)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

async function warmUp(operations: readonly DocumentOperation[], judge: SchemaJudge['judge']): Promise<void> {
  const nothing = { pathValues: {}, query: new URLSearchParams(), header: () => undefined }
  for (const operation of operations) {
    await judge(operation, { ...nothing, body: { kind: 'present', value: {} } })
    const { checkAnswer } = await judge(operation, { ...nothing, body: { kind: 'absent' } })
    await checkAnswer(200, {})
  }
}
