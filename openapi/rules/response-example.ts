import type { OperationNode } from './lib/documents.ts'
import { responsesOf } from './lib/responses-of.ts'
import type { Rule } from './lib/rule.ts'

/** Every body a response declares has a named example: what the mock answers and the docs show. */
export const responseExample: Rule = () => ({
  Operation(operation: OperationNode, context) {
    for (const { status, response } of responsesOf(operation, context)) {
      for (const [mediaType, { examples = {} }] of Object.entries(response.content ?? {})) {
        if (Object.keys(examples).length > 0) continue
        context.report({
          message: `Response ${status} of ${operation.operationId} needs a named example of ${mediaType}.`,
          location: context.location.child(['responses', status]).key(),
        })
      }
    }
  },
})
