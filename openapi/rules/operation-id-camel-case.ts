import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** An operationId is camelCase, because it becomes a function, a file and a folder name. */
export const operationIdCamelCase: Rule = () => ({
  Operation({ operationId }: OperationNode, context) {
    if (operationId === undefined || /^[a-z]+([A-Z][a-z0-9]*)*$/.test(operationId)) return
    context.report({ message: `operationId ${operationId} must be camelCase.` })
  },
})
