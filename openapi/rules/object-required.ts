import type { SchemaNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** Every object with properties lists which are required, be it none. */
export const objectRequired: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (Object.keys(schema.properties ?? {}).length === 0 || Array.isArray(schema.required)) return
    context.report({ message: 'An object with properties must list required ([] for none).' })
  },
})
