import type { Rule, SchemaNode } from './rule.ts'

/** Whether a schema names this type, alone or among others. */
function hasType({ type }: SchemaNode, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted
}

/** Every array declares `maxItems`. */
export const arrayBounded: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (!hasType(schema, 'array') || typeof schema.maxItems === 'number') return
    context.report({ message: 'An array must state maxItems.' })
  },
})

const bounds = ['format', 'pattern', 'enum', 'const', 'maxLength']

/** Every string declares a format, a pattern, its values or a maximum length. */
export const stringBounded: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (!hasType(schema, 'string') || bounds.some((keyword) => keyword in schema)) return
    context.report({ message: `A string must state one of ${bounds.join(', ')}.` })
  },
})

/** Every object with properties declares `required`, even if it is empty. */
export const objectRequired: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    if (Object.keys(schema.properties ?? {}).length === 0 || Array.isArray(schema.required)) return
    context.report({ message: 'An object with properties must list required ([] for none).' })
  },
})

/** No fractional `multipleOf`: validators divide binary fractions, and reject 2.34 as no multiple of 0.01. */
export const noFractionalMultiple: Rule = () => ({
  Schema({ multipleOf }: SchemaNode, context) {
    if (multipleOf === undefined || Number.isInteger(multipleOf)) return
    context.report({ message: 'multipleOf must be an integer; check fractions in code.' })
  },
})

/**
 * Every property has a description, beside its reference or in its target schema. Boolean schemas are
 * exempt.
 */
export const propertyDescription: Rule = () => ({
  Schema(schema: SchemaNode, context) {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (typeof property === 'boolean') continue
      if (isDescribed(property) || isDescribed(context.resolve(property).node)) continue
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

/** A file of paths holds no schema of its own: schemas are components. */
export const noInlineSchema: Rule<{ folder?: string }> = ({ folder = 'paths' }) => ({
  Schema(_schema: SchemaNode, context) {
    if (!context.location.source.absoluteRef.split('/').slice(0, -1).includes(folder)) return
    context.report({ message: 'A path must reference its schemas; move this one to components/schemas.' })
  },
})
