import {
  extendsSchema,
  findDiscriminator,
  namesOfVariant,
  schemasAt,
  type SchemaNode,
  variantsOf as listVariants,
} from '@contract-kit/json-schema/schemas'
import type { Json } from '../../documents/json.ts'
import { nodeOf, type Side, sourceOf } from '../side.ts'
import { nameOf } from './branches.ts'

/** A schema that a value names by a discriminator. */
export interface NamedVariant {
  /** The property that holds the name. */
  readonly property: string
  readonly source: Json | undefined
  /** Its component. */
  readonly name: string | undefined
  /** Whether it extends the schema with the discriminator by `allOf`. */
  readonly isExtension: boolean
  /** Whether values should use this name: a component name remains valid beside mapped names, but is not used. */
  readonly isUsed: boolean
}

/**
 * All variants of a discriminator by name: the mapped ones in any notation, the other branches of
 * the choice by their component names, and those that extend the schema. undefined for a schema without a discriminator.
 */
export function variantsOf(
  side: Side,
  schema: Json | undefined,
): ReadonlyMap<string, NamedVariant> | undefined {
  const node = nodeOf(side, schema)
  const discriminator = node && findDiscriminator(node)
  if (node === undefined || discriminator === undefined) return undefined
  const toVariant = (target: SchemaNode, isUsed: boolean): NamedVariant => {
    const source = sourceOf(side, target) ?? null
    const { property } = discriminator
    const isExtension = extendsSchema(target, node)
    return { property, source, name: nameOf(side, source), isExtension, isUsed }
  }
  const branches = ['oneOf', 'anyOf'].flatMap((keyword) => schemasAt(node, keyword))
  const used = [
    ...branches.map((branch) => ({ node: branch, names: namesOfVariant(discriminator, branch) })),
    ...listVariants(node, discriminator),
  ].flatMap(({ node: target, names }) => names.map((name) => [name, toVariant(target, true)] as const))
  const unused = used.flatMap(([, variant]) =>
    variant.name === undefined ? [] : [[variant.name, { ...variant, isUsed: false }] as const],
  )
  return new Map([...unused, ...used])
}
