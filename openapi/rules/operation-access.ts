import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

const levels = ['none', 'session', 'customer', 'sandbox']

/** Every operation says in `x-access` who may call it. */
export const operationAccess: Rule = () => ({
  Operation(operation: OperationNode, context) {
    if (levels.includes(operation['x-access'] ?? '')) return
    context.report({ message: `x-access must be one of ${levels.join(', ')}.` })
  },
})
