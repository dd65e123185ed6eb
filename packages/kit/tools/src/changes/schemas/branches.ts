import { type Json, type JsonObject, isObject } from '../../documents/json.ts'
import { type Side, pointerOf } from '../side.ts'
import type { Comparison } from '../comparison.ts'
import { readSchema } from './read-schema.ts'
import { typesOf } from './keywords.ts'
import { saysSame } from './same-schemas.ts'

/** A schema of `allOf`, `anyOf` or `oneOf`, with its place among them. */
export interface Branch {
  readonly index: number
  readonly source: Json
  readonly schema: JsonObject
  /** The name of the component that it refers to. */
  readonly name: string | undefined
}

/** The schemas of a list. */
export function listBranches(side: Side, list: Json | undefined): readonly Branch[] {
  return (Array.isArray(list) ? list : []).map((source, index) => {
    const schema = readSchema(side, source)
    return { index, source, schema, name: nameOf(side, source) }
  })
}

/** The name of the component that a schema is, or refers to. */
export function nameOf(side: Side, source: Json): string | undefined {
  const reference = isObject(source) ? source['$ref'] : undefined
  const pointer = typeof reference === 'string' ? reference.slice(1) : pointerOf(side, source)
  return /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1]
}

/**
 * Pairs the schemas of two lists: first equal schemas, then references to components of the same name, then
 * those with the same properties, as after a rename, and then those of the same types. A schema without a partner was
 * removed or is new.
 */
export function pairBranches(comparison: Comparison, old: readonly Branch[], young: readonly Branch[]) {
  const partners: (readonly [Branch, Branch])[] = []
  let [removed, added] = [[...old], [...young]]
  const isPartner: readonly ((one: Branch, other: Branch) => boolean)[] = [
    (one, other) => saysSame(comparison, one.source, other.source),
    (one, other) => one.name !== undefined && one.name === other.name,
    haveSameProperties,
    (one, other) => (one.name === undefined || other.name === undefined) && haveSameTypes(one, other),
  ]
  for (const matches of isPartner) {
    for (const branch of removed) {
      const partner = added.find((other) => matches(branch, other))
      if (partner === undefined) continue
      partners.push([branch, partner])
      removed = removed.filter((one) => one !== branch)
      added = added.filter((one) => one !== partner)
    }
  }
  return { partners, removed, added }
}

/** A key by property names; undefined for schemas without properties. */
function haveSameProperties(one: Branch, other: Branch): boolean {
  const [names, others] = [one, other].map(({ schema: { properties } }) =>
    isObject(properties) ? Object.keys(properties).toSorted().join() : '',
  )
  return names !== '' && names === others
}

/** A key by types; undefined for schemas without types. */
function haveSameTypes(one: Branch, other: Branch): boolean {
  if (!('type' in one.schema) || !('type' in other.schema)) return false
  return [...typesOf(one.schema)].toSorted().join() === [...typesOf(other.schema)].toSorted().join()
}
