import type { SchemaNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/** A path file holds no schema of its own: schemas are components, one file each. */
export const noInlineSchema: Rule = () => ({
  Schema(_schema: SchemaNode, context) {
    if (!/\/paths\/[^/]+$/.test(context.location.source.absoluteRef)) return
    context.report({ message: 'A path file refers to its schemas; move this one to components/schemas.' })
  },
})
