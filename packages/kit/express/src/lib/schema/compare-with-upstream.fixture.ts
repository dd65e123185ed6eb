import { createAnswerTable } from './answer-table.ts'
import { askUpstream } from './ask-upstream.fixture.ts'
import type { DocumentOperation } from './document-operations.ts'
import { listOperations } from './document-operations.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { createOpenApiValidator } from './openapi-validator.ts'
import type { Problem } from './problem.ts'
import { createResolve } from './resolve-reference.ts'
import type { SentParts } from './sent-parts.ts'
import { createValidatorDocument } from './validator-document.ts'
import { createToValidatorRequest } from './validator-request.ts'

/** A verdict on a request, and its values as coerced where it is right. */
interface Judged {
  readonly problems: readonly Problem[]
}

/** Both validators of one document, side by side. */
export interface Comparison {
  readonly operations: readonly DocumentOperation[]
  readonly answerNames: readonly string[]
  /** The name of the schema that an operation declares for a status; null where it declares no body. */
  findAnswer(operation: DocumentOperation, status: number): string | null
  /** Both verdicts on one request, with the values as each coerced them. */
  judgeRequest(operation: DocumentOperation, parts: SentParts): Promise<{ ours: Judged; upstream: Judged }>
  /** Both verdicts on one answer. */
  checkAnswer(schemaName: string, body: unknown): Promise<{ ours: unknown; upstream: unknown }>
}

/** Sets both validators up for one document. */
export function compareWithUpstream(document: object): Comparison {
  const record: JsonObject = { ...document }
  const operations = listOperations(record)
  const resolve = createResolve(record)
  const { components } = record
  const schemas = isJsonObject(components) && isJsonObject(components['schemas']) ? components['schemas'] : {}
  const answers = createAnswerTable(operations, schemas)
  const prepare = (): object => createValidatorDocument(record, operations, answers, [], resolve)
  const upstream = askUpstream(prepare(), operations, answers)
  const validator = createOpenApiValidator(prepare(), operations, answers.names, resolve)
  const makers = new Map(
    operations.map((operation, index) => [operation, createToValidatorRequest(operation, index, resolve)]),
  )

  return {
    operations,
    answerNames: answers.names,
    findAnswer: (operation, status) => answers.find(operation, status)?.schemaName ?? null,
    async judgeRequest(operation, parts) {
      const make = makers.get(operation)
      if (make === undefined) throw new Error('The operation is of the document')
      // Defaults are written into bodies, so that each gets its own.
      const request = make({ ...parts, body: structuredClone(parts.body) })
      const { request: coerced, problems } = validator.judgeRequest(operation, () =>
        make({ ...parts, body: structuredClone(parts.body) }),
      )
      const valuesOf = ({ params, query, headers, body }: typeof request): object => ({
        params,
        query,
        headers,
        body,
      })
      const found = await upstream.judgeRequest(operation, request)
      const isRight = found.length === 0
      return {
        ours: { problems, ...(problems.length === 0 ? valuesOf(coerced) : {}) },
        upstream: { problems: found, ...(isRight ? valuesOf(request) : {}) },
      }
    },
    async checkAnswer(schemaName, body) {
      return {
        ours: validator.checkAnswer(schemaName, structuredClone(body)),
        upstream: await upstream.checkAnswer(schemaName, structuredClone(body)),
      }
    },
  }
}
