import type { SchemaNode } from './lib/documents.ts'
import { hasType } from './lib/has-type.ts'
import type { Rule } from './lib/rule.ts'

const bounds = ['format', 'pattern', 'enum', 'const', 'maxLength']

/** Every string says what may be in it: a format, a pattern, its values, or a longest length. */
export const stringBounded: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (!hasType(schema, 'string') || bounds.some((keyword) => keyword in schema)) return
    context.report({ message: `A string must state one of ${bounds.join(', ')}.` })
  },
})
