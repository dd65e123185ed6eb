import { compileOperation, type JudgedRequest } from './compiled-operation.ts'
import type { DocumentOperation } from './document-operations.ts'
import { isPrepared } from './prepared-parameters.ts'
import type { Resolve } from './resolve-reference.ts'
import { componentKey, describeAnswer, openUpstream, type SchemaCheck } from './upstream.ts'
import type { ValidatorRequest } from './validator-request.ts'

/** The validators of express-openapi-validator, asked by operation. */
export interface OpenApiValidator {
  /** Validates and coerces what `makeRequest` makes; it may be asked for the same request twice. */
  judgeRequest(operation: DocumentOperation, makeRequest: () => ValidatorRequest): JudgedRequest
  /** Gives the problems of an answer by a component schema, as one sentence; undefined when there are none. */
  checkAnswer(schemaName: string, body: unknown): string | undefined
}

/**
 * Compiles the validators of one prepared document, out of the parts of express-openapi-validator that preprocess it and
 * compile and run its schemas; throws where that cannot be done. Its middleware would recompile the paths of the
 * operations for every request until one matches; here the operation is known. `upstream.test.ts` shows that both judge alike.
 */
export function createOpenApiValidator(
  document: object,
  operations: readonly DocumentOperation[],
  answerNames: readonly string[],
  resolve: Resolve,
): OpenApiValidator {
  const upstream = openUpstream(document)
  const compiled = new Map(
    operations.map((operation, index) => {
      const arePrepared = operation.parameters.some((parameter) => isPrepared(parameter, resolve))
      return [operation, compileOperation(upstream, operation, index, arePrepared)]
    }),
  )
  const answers = new Map<string, SchemaCheck | undefined>(
    answerNames.map((name) => [name, upstream.answers.getSchema(componentKey(name))]),
  )
  return {
    judgeRequest(operation, makeRequest) {
      const found = compiled.get(operation)
      if (found === undefined) throw new Error(`${operation.operationId} is of another document`)
      return found.judge(makeRequest)
    },
    checkAnswer(schemaName, body) {
      const check = answers.get(schemaName)
      if (check === undefined) throw new Error(`The validator does not know ${schemaName}`)
      return check(body) ? undefined : describeAnswer(upstream.answers, check.errors)
    },
  }
}
