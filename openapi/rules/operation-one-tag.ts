import type { OperationNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** An operation has exactly one tag, so that it stands in one place of the docs. */
export const operationOneTag: Rule = () => ({
  Operation({ tags = [] }: OperationNode, context) {
    if (tags.length === 1) return
    context.report({ message: `An operation must have exactly one tag, not ${tags.length}.` })
  },
})
