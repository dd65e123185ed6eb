import type { SchemaNode } from './lib/documents.ts'
import { hasType } from './lib/has-type.ts'
import type { Rule } from './lib/rule.ts'

/** Every array says how many items it may hold. */
export const arrayBounded: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (!hasType(schema, 'array') || typeof schema.maxItems === 'number') return
    context.report({ message: 'An array must state maxItems.' })
  },
})
