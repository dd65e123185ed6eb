import type { OperationNode } from './documents.ts'
import { responsesOf } from './responses-of.ts'
import type { Rule } from './rule.ts'

/** A rule that wants the named headers declared on each response that `applies`. */
export function requireHeaders(
  headers: readonly string[],
  applies: (status: string, operation: OperationNode) => boolean,
): Rule {
  return () => ({
    Operation(operation: OperationNode, context) {
      for (const { status, response } of responsesOf(operation, context)) {
        if (!applies(status, operation)) continue
        const declared = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
        const missing = headers.filter((header) => !declared.has(header.toLowerCase()))
        if (missing.length === 0) continue
        context.report({
          message: `Response ${status} of ${operation.operationId} must declare the header ${missing.join(', ')}.`,
          location: context.location.child(['responses', status]).key(),
        })
      }
    },
  })
}
