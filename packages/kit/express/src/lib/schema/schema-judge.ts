import { createAnswerTable } from './answer-table.ts'
import { describeProblems } from './describe-problems.ts'
import type { DocumentOperation } from './document-operations.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { createOpenApiValidator, type OpenApiValidator } from './openapi-validator.ts'
import type { Problem } from './problem.ts'
import { spellHeaders, toRequestSchema } from './request-schema.ts'
import { createResolve } from './resolve-reference.ts'
import type { SentParts } from './sent-parts.ts'
import { createValidatorDocument } from './validator-document.ts'
import { createToValidatorRequest, parametersIn, type ValidatorRequest } from './validator-request.ts'

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
  readonly checkAnswer: (status: number, body: unknown) => string | undefined
}

/** Judges requests and answers by one document. */
export interface SchemaJudge {
  judge(operation: DocumentOperation, parts: SentParts): RequestVerdict
  /** Compiles every validator, so that no request waits for it; throws when the document cannot be compiled. */
  compile(): void
}

/** Makes the judge of a bundled OpenAPI 3.1 document; `guardedHeaders` are judged by guards and not again. */
export function createSchemaJudge(options: {
  readonly document: JsonObject
  readonly operations: readonly DocumentOperation[]
  readonly guardedHeaders: readonly string[]
}): SchemaJudge {
  const { document, operations, guardedHeaders } = options
  const resolve = createResolve(document)
  const answers = createAnswerTable(operations, schemasOf(document))
  let opened: OpenApiValidator | undefined
  const open = (): OpenApiValidator =>
    (opened ??= createOpenApiValidator(
      createValidatorDocument(document, operations, answers, guardedHeaders, resolve),
      operations,
      answers.names,
      resolve,
    ))
  const makers = new Map(
    operations.map((operation, index) => [operation, createToValidatorRequest(operation, index, resolve)]),
  )
  const requestOf = (operation: DocumentOperation, parts: SentParts): ValidatorRequest => {
    const make = makers.get(operation)
    if (make === undefined) throw new Error(`${operation.operationId} is of another document`)
    return make(parts)
  }
  const checkAnswer = (operation: DocumentOperation, status: number, body: unknown): string | undefined => {
    const declared = answers.find(operation, status)
    if (declared === undefined) return `${status} is not declared`
    const { schemaName } = declared
    if (schemaName === null) return body === undefined ? undefined : 'a body is not declared'
    return body === undefined ? 'the body is missing' : open().checkAnswer(schemaName, body)
  }

  return {
    judge(operation, parts) {
      const judged = open().judgeRequest(operation, () => requestOf(operation, parts))
      const { params, query, body } = judged.request
      const headers = spelt(operation, judged.request.headers)
      const problems = [...missingBody(operation, parts), ...judged.problems]
      const others = problems.filter(({ pointer }) => pointer[0] !== 'params')
      return {
        path: params,
        query,
        headers,
        body,
        texts:
          others.length === 0
            ? []
            : describeProblems(
                spellHeaders(others, operation),
                toRequestSchema(operation),
                { query, headers, body },
                resolve,
              ),
        malformedPathParameter: findMalformed(operation, parts, problems),
        checkAnswer: (status, answer) => checkAnswer(operation, status, answer),
      }
    },
    compile: () => void open(),
  }
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
  return parametersIn(operation, 'path').find(
    ({ name }) =>
      parts.pathValues[name] === undefined ||
      problems.some(({ pointer }) => pointer[0] === 'params' && pointer[1] === name),
  )?.name
}

/** The headers that an operation declares, by their declared spelling. */
function spelt(operation: DocumentOperation, headers: Readonly<Record<string, unknown>>): JsonObject {
  const declared: Record<string, unknown> = {}
  for (const { name } of parametersIn(operation, 'header')) {
    const value = headers[name.toLowerCase()]
    if (value !== undefined) declared[name] = value
  }
  return declared
}

function schemasOf({ components }: JsonObject): JsonObject {
  const schemas = isJsonObject(components) ? components['schemas'] : undefined
  return isJsonObject(schemas) ? schemas : {}
}
