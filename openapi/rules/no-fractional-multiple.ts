import type { SchemaNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** No fractional `multipleOf`: validators divide binary fractions, and refuse 2.34 as no multiple of 0.01. */
export const noFractionalMultiple: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (schema.multipleOf === undefined || Number.isInteger(schema.multipleOf)) return
    context.report({ message: 'multipleOf must be an integer; fractions are judged in code.' })
  },
})
