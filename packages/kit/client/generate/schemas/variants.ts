import { createResolver, type Resolver } from '@contract-kit/openapi'
import {
  appendTokens,
  isObject,
  type Json,
  type JsonObject,
  own,
  parsePointer,
  resolveUri,
} from '@contract-kit/json-schema/json'
import { toPascalCase } from '../names.ts'
import { type Problems, Problem } from '../problems.ts'
import { toReference } from './schema.ts'

/** A schema as written in the document, with the keywords that define variants. */
type Schema = SchemaObject | boolean

interface SchemaObject {
  readonly $ref?: string
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping?: Readonly<Record<string, string>>
  }
  /** The variants by the value of one property, each with its required members. A list reduces a member to the listed members. */
  readonly 'x-variants'?: {
    readonly property: string
    readonly values: Readonly<Record<string, Readonly<Record<string, readonly string[] | true>>>>
  }
}

type Components = Readonly<Record<string, Schema>>

/**
 * Rewrites the variants of OpenAPI and `x-variants` as plain unions of named schemas. Each variant has its own
 * literal value of the discriminating property.
 */
export function expandVariants(document: JsonObject, problems: Problems): JsonObject {
  const components = own(document, 'components')
  const schemas = own(components, 'schemas')
  if (!isObject(components) || !isObject(schemas)) return document
  const listed = expandListed(createResolver(document), schemas as Components, problems)
  const expanded = addLiterals(document, expandHierarchies(listed))
  return { ...document, components: { ...components, schemas: expanded as JsonObject } }
}

/** Expands `x-variants` to one schema for each value, and a union of them under the original name. */
function expandListed(resolver: Resolver, schemas: Components, problems: Problems): Components {
  const taken = new Set(Object.keys(schemas))
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]): (readonly [string, Schema])[] => {
      if (!isSchemaObject(schema) || schema['x-variants'] === undefined) return [[name, schema]]
      const variants = problems.attempt(`components.schemas.${name}`, () =>
        Object.keys(schema['x-variants']?.values ?? {}).map((value) => {
          const variantName = `${toPascalCase(value)}${toPascalCase(name)}`
          if (taken.has(variantName)) {
            throw new Problem(`x-variants needs the name ${variantName}, which another schema has`)
          }
          taken.add(variantName)
          return [variantName, toVariant(resolver, schema, value)] as const
        }),
      )
      if (variants === undefined) return [[name, true]]
      const { title, description, deprecated } = schema
      const oneOf = variants.map(([variantName]) => ({ $ref: referenceTo(variantName) }))
      return [...variants, [name, withDefined({ title, description, deprecated, oneOf })]]
    }),
  )
}

function toVariant(resolver: Resolver, schema: SchemaObject, value: string): SchemaObject {
  const { property, values } = schema['x-variants'] ?? { property: '', values: {} }
  const { properties = {}, required = [] } = schema
  const listed = values[value] ?? {}
  const inAny = new Set(Object.values(values).flatMap((members) => Object.keys(members)))
  for (const name of [property, ...Object.keys(listed)]) {
    if (properties[name] === undefined)
      throw new Problem(`x-variants names \`${name}\`, which is not a property`)
  }
  const members = Object.entries(properties).map(([name, member]): [string, Schema] => {
    const narrowed = listed[name]
    if (name === property) return [name, { ...describe(member), const: value }]
    if (narrowed === undefined) return [name, inAny.has(name) ? false : member]
    return [name, Array.isArray(narrowed) ? narrow(resolver, name, member, narrowed) : member]
  })
  return withDefined({
    description: `${schema.description ?? schema.title ?? ''} Here \`${property}\` is \`${value}\`.`.trim(),
    type: 'object',
    properties: Object.fromEntries(members),
    required: [
      ...new Set([property, ...required.filter((name) => !inAny.has(name)), ...Object.keys(listed)]),
    ],
    additionalProperties: schema.additionalProperties,
  })
}

/** Returns the object schema of a member, reduced to the named members, which are all required. */
function narrow(resolver: Resolver, name: string, member: Schema, keep: readonly string[]): Schema {
  const target = resolver.follow(member as Json) as Schema | undefined
  const properties = typeof target === 'object' ? (target.properties ?? {}) : {}
  const kept = keep.map((key): [string, Schema] => {
    const schema = properties[key]
    if (schema === undefined)
      throw new Problem(`x-variants names \`${name}.${key}\`, which is not a property`)
    return [key, schema]
  })
  return { ...describe(member), type: 'object', properties: Object.fromEntries(kept), required: [...keep] }
}

function describe(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return {}
  return withDefined({ description: schema.description, deprecated: schema.deprecated })
}

function withDefined(schema: Readonly<Record<string, unknown>>): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))
}

/**
 * Expands schemas with a discriminator that others extend by `allOf`, directly or indirectly. Such a schema becomes a union of
 * the others, which extend `<Name>Base` instead. An extended variant also gets a `<Name>Base`, because it has its own literal.
 */
function expandHierarchies(schemas: Components): Components {
  const hierarchies = new Map(
    Object.entries(schemas).flatMap(([name, schema]) => {
      if (!isSchemaObject(schema) || schema.discriminator === undefined) return []
      if (schema.oneOf !== undefined || schema.anyOf !== undefined) return []
      const extending = extensionsOf(schemas, name)
      return extending.length === 0 ? [] : [[name, extending] as const]
    }),
  )
  const variants = [...hierarchies.values()].flat()
  const bases = new Set([
    ...hierarchies.keys(),
    ...variants.filter((name) => variants.some((other) => extendsSchema(schemas[other], name))),
  ])
  const baseName = (name: string) =>
    schemas[`${name}Base`] === undefined ? `${name}Base` : `${name}BaseObject`
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]): [string, Schema][] => {
      const rebased = isSchemaObject(schema) ? rebase(schema, bases, baseName) : schema
      if (!bases.has(name) || !isSchemaObject(rebased)) return [[name, rebased]]
      const { discriminator, ...base } = rebased
      const whole = { title: base.title, description: base.description }
      const extending = hierarchies.get(name)
      if (extending === undefined)
        return [
          [baseName(name), rebased],
          [name, withDefined({ ...whole, allOf: [{ $ref: referenceTo(baseName(name)) }] })],
        ]
      const mapping = Object.entries(discriminator?.mapping ?? {}).map(([value, target]) => [
        value,
        targetName(target) === name ? referenceTo(baseName(name)) : target,
      ])
      // The mapping may also have a value for the base schema.
      const isVariant = mapping.some(([, target]) => target === referenceTo(baseName(name)))
      const union = withDefined({
        ...whole,
        discriminator: { ...discriminator, mapping: Object.fromEntries(mapping) },
        oneOf: [...(isVariant ? [baseName(name)] : []), ...extending].map((variant) => ({
          $ref: referenceTo(variant),
        })),
      })
      return [
        [baseName(name), base],
        [name, union],
      ]
    }),
  )
}

/** Lists the schemas that extend another schema, directly or indirectly, in document order. */
function extensionsOf(schemas: Components, name: string): readonly string[] {
  const found = new Set([name])
  // The set grows during iteration.
  for (const base of found)
    for (const [other, schema] of Object.entries(schemas)) if (extendsSchema(schema, base)) found.add(other)
  return Object.keys(schemas).filter((other) => other !== name && found.has(other))
}

function extendsSchema(schema: Schema | undefined, name: string): boolean {
  return isSchemaObject(schema) && (schema.allOf ?? []).some((part) => nameOf(part) === name)
}

function rebase(
  schema: SchemaObject,
  bases: ReadonlySet<string>,
  baseName: (name: string) => string,
): SchemaObject {
  if (schema.allOf === undefined) return schema
  const allOf = schema.allOf.map((part) => {
    const name = nameOf(part)
    if (name === undefined || !bases.has(name)) return part
    return { ...(part as SchemaObject), $ref: referenceTo(baseName(name)) }
  })
  return { ...schema, allOf }
}

/** Returns the schema name of a mapping's target, which is a name or a reference. */
function targetName(target: string): string {
  return nameOfComponent(target) ?? target
}

/** Returns the name of the schema under `components` that a reference points to; `undefined` if it points elsewhere. */
function nameOfComponent(reference: string): string | undefined {
  const { uri, fragment } = resolveUri(reference, '')
  const [section, kind, name, ...rest] = parsePointer(fragment)
  return uri === '' && section === 'components' && kind === 'schemas' && rest.length === 0 ? name : undefined
}

/** Returns the reference to a schema under `components`. */
function referenceTo(name: string): string {
  return toReference(appendTokens('/components/schemas', name))
}

/** Whether a schema is an object. An empty schema in YAML is null, and not a schema. */
function isSchemaObject(schema: unknown): schema is SchemaObject {
  return isObject(schema)
}

/** Returns the name of the schema that a part refers to; `undefined` if it refers to none. */
function nameOf(part: Schema): string | undefined {
  return isSchemaObject(part) && part.$ref !== undefined ? nameOfComponent(part.$ref) : undefined
}

/** Adds the value of the discriminating property to each variant of a discriminated union. */
function addLiterals(document: JsonObject, schemas: Components): Components {
  const values = new Map<string, Map<string, Set<string>>>()
  forEachUnion([document['paths'], schemas], (variants, { propertyName, mapping = {} }) => {
    for (const variant of variants) {
      const mapped = Object.keys(mapping).filter((value) => targetName(mapping[value] ?? '') === variant)
      const ofVariant = values.get(variant) ?? new Map<string, Set<string>>()
      const known = ofVariant.get(propertyName) ?? []
      ofVariant.set(propertyName, new Set([...known, ...(mapped.length > 0 ? mapped : [variant])]))
      values.set(variant, ofVariant)
    }
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const properties = [...(values.get(name) ?? [])]
      return [
        name,
        properties.reduce((of, [key, literals]) => addLiteral(schemas, of, key, [...literals]), schema),
      ]
    }),
  )
}

function addLiteral(
  schemas: Components,
  schema: Schema,
  property: string,
  literals: readonly string[],
): Schema {
  if (!isSchemaObject(schema) || schema.oneOf !== undefined || schema.anyOf !== undefined) return schema
  const declared = conjoinedWith(schemas, schema)
    .map(({ properties }) => properties?.[property])
    .find((found) => found !== undefined)
  const [values] = conjoinedWith(schemas, declared).flatMap(({ const: value, enum: all }) =>
    value === undefined ? (all === undefined ? [] : [all]) : [[value]],
  )
  // The values that the variant declares take precedence over the mapping.
  const narrowed = literals.filter((literal) => values?.includes(literal) !== false)
  if (narrowed.length === 0) return schema
  return {
    ...schema,
    properties: { ...schema.properties, [property]: { ...describe(declared ?? true), enum: narrowed } },
    required: [...new Set([...(schema.required ?? []), property])],
  }
}

/** Returns a schema, its reference target and the members of its `allOf`, recursively, each once. */
function conjoinedWith(
  schemas: Components,
  schema: Schema | undefined,
  seen = new Set<SchemaObject>(),
): readonly SchemaObject[] {
  if (!isSchemaObject(schema) || seen.has(schema)) return []
  seen.add(schema)
  const target = schema.$ref === undefined ? undefined : schemas[targetName(schema.$ref)]
  return [schema, ...[target, ...(schema.allOf ?? [])].flatMap((part) => conjoinedWith(schemas, part, seen))]
}

/** Visits all unions with a discriminator, with the names of their variants. */
function forEachUnion(
  value: unknown,
  visit: (variants: readonly string[], discriminator: NonNullable<SchemaObject['discriminator']>) => void,
): void {
  if (Array.isArray(value)) value.forEach((item) => forEachUnion(item, visit))
  if (!isObject(value)) return
  const { discriminator, oneOf, anyOf } = value as SchemaObject
  const variants = oneOf ?? anyOf
  if (isObject(discriminator) && typeof discriminator.propertyName === 'string' && Array.isArray(variants)) {
    visit(
      variants.flatMap((variant: Schema) => nameOf(variant) ?? []),
      discriminator,
    )
  }
  Object.values(value).forEach((child) => forEachUnion(child, visit))
}
