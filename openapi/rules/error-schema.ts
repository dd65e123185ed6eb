import type { OperationNode } from './lib/documents.ts'
import { isErrorStatus, responsesOf } from './lib/responses-of.ts'
import type { Rule } from './lib/rule.ts'

/** Every error has one shape: JSON, and a reference to the schema `Error`. */
export const errorSchema: Rule = () => ({
  Operation(operation: OperationNode, context) {
    for (const { status, response } of responsesOf(operation, context)) {
      const reference = response.content?.['application/json']?.schema?.['$ref']
      if (!isErrorStatus(status) || /\/Error(\.yaml)?$/.test(String(reference))) continue
      context.report({
        message: `Response ${status} of ${operation.operationId} must be JSON of the schema Error.`,
        location: context.location.child(['responses', status]).key(),
      })
    }
  },
})
