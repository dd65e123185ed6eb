import type { SchemaNode } from './lib/documents.ts'
import type { Rule } from './lib/rule.ts'

/**
 * Every property is described, beside its reference or in the schema it refers to. One that is only named,
 * as `true` or `false`, says nothing to describe.
 */
export const propertyDescription: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (
        typeof property === 'boolean' ||
        isDescribed(property) ||
        isDescribed(context.resolve(property).node)
      )
        continue
      context.report({
        message: `Property ${name} must have a description.`,
        location: context.location.child(['properties', name]).key(),
      })
    }
  },
})

function isDescribed(schema: SchemaNode | undefined): boolean {
  const description = schema?.description
  return typeof description === 'string' && description.trim() !== ''
}
