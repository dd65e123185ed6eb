import { oncePer } from './bounded-cache.ts'
import { isObject, own, parsePointer } from './json.ts'
import { keywordOf, type SchemaNode, unlessUnresolved } from './schema-set.ts'
import { findReferenced, schemasAt } from './subschemas.ts'

/** A schema that a discriminator selects, and the property values that select it. */
export interface Variant {
  readonly node: SchemaNode
  readonly names: readonly string[]
}

/** A `discriminator`: the property that distinguishes variants (OpenAPI 3.1.0, "Discriminator Object"). */
export interface Discriminator {
  readonly property: string
  readonly mapping: readonly Variant[]
}

const SCHEMAS = '/components/schemas'

/** The discriminator of a schema, or undefined; ignores entries of its mapping that lead nowhere. */
export const findDiscriminator = oncePer((node: SchemaNode): Discriminator | undefined => {
  const discriminator = keywordOf(node, 'discriminator')
  const property = own(isObject(discriminator) ? discriminator : {}, 'propertyName')
  if (!isObject(discriminator) || typeof property !== 'string') return undefined
  const mapping = own(discriminator, 'mapping')
  const entries = isObject(mapping) ? Object.entries(mapping) : []
  const targets = new Map<SchemaNode, string[]>()
  for (const [name, reference] of entries) {
    const target = typeof reference === 'string' ? findTarget(node, reference) : undefined
    if (target !== undefined) targets.set(target, [...(targets.get(target) ?? []), name])
  }
  return { property, mapping: [...targets].map(([target, names]) => ({ node: target, names })) }
})

/** The values that select a schema: those mapped to it, else its name among the components; none for an inline one. */
export const namesOfVariant = ({ mapping }: Discriminator, schema: SchemaNode): readonly string[] => {
  const target = behindReference(schema)
  if (target === undefined) return []
  const mapped = mapping.find(({ node }) => node === target)
  if (mapped !== undefined) return mapped.names
  const [name, ...below] = parsePointer(
    target.pointer.startsWith(`${SCHEMAS}/`) ? target.pointer.slice(SCHEMAS.length) : '',
  )
  return name === undefined || below.length > 0 ? [] : [name]
}

const extensions = new WeakMap<SchemaNode, readonly Variant[]>()

/** The variants of a schema that others extend by `allOf`: those mapped, else the components that do. */
export const variantsOf = (base: SchemaNode, discriminator: Discriminator): readonly Variant[] => {
  if (discriminator.mapping.length > 0) return discriminator.mapping
  const known = extensions.get(base) ?? findExtensions(base, discriminator)
  extensions.set(base, known)
  return known
}

const findExtensions = (base: SchemaNode, discriminator: Discriminator): readonly Variant[] => {
  const { set, documentUri } = base
  const components = unlessUnresolved(() => set.node(documentUri, SCHEMAS).schema)
  return Object.keys(isObject(components) ? components : {}).flatMap((name): Variant[] => {
    const node = unlessUnresolved(() => set.child(set.node(documentUri, SCHEMAS), name))
    if (node === undefined || node === base || !extendsSchema(node, base)) return []
    return [{ node, names: namesOfVariant(discriminator, node) }]
  })
}

/** Whether a schema contains another by `allOf`, directly or indirectly. */
export const extendsSchema = (node: SchemaNode, base: SchemaNode): boolean => ancestorsOf(node).has(base)

const ancestorsOf = oncePer((node: SchemaNode): ReadonlySet<SchemaNode> => {
  const reached = new Set([node])
  // Iterating a Set includes entries that are added meanwhile.
  for (const one of reached) {
    for (const branch of schemasAt(one, 'allOf')) {
      const target = behindReference(branch)
      if (target !== undefined) reached.add(target)
    }
  }
  reached.delete(node)
  return reached
})

const behindReference = (node: SchemaNode): SchemaNode | undefined =>
  keywordOf(node, '$ref') === undefined ? node : findReferenced(node)

const findTarget = (node: SchemaNode, reference: string): SchemaNode | undefined => {
  const isName = /^[\w.-]+$/.test(reference)
  const component = isName
    ? unlessUnresolved(() => node.set.resolve(node, `#${SCHEMAS}/${reference}`))
    : undefined
  return component ?? unlessUnresolved(() => node.set.resolve(node, reference))
}

/**
 * Finds the schema that a value's discriminator names, among those that extend this one by `allOf`. A value that names `Bus` must also
 * satisfy `Bus` (OpenAPI 3.0.3 and 3.1.0, "Composition and Inheritance"). A union needs no such rule, since its branches are validated
 * anyway.
 */
export const namedVariant = (base: SchemaNode, value: unknown): SchemaNode | undefined => {
  const discriminator = isObject(value) ? findDiscriminator(base) : undefined
  if (
    discriminator === undefined ||
    keywordOf(base, 'oneOf') !== undefined ||
    keywordOf(base, 'anyOf') !== undefined
  )
    return undefined
  const name = isObject(value) ? own(value, discriminator.property) : undefined
  return typeof name === 'string'
    ? variantsOf(base, discriminator).find(
        ({ node, names }) => names.includes(name) && extendsSchema(node, base),
      )?.node
    : undefined
}
