import type { Schema, SchemaObject } from './schema.ts'
import type { Mode, Schemas } from './schemas.ts'

/** The schemas directly inside a schema that an instance in the given mode can have values of. */
function childrenOf(schemas: Schemas, schema: SchemaObject, mode: Mode): readonly Schema[] {
  const { items, prefixItems, properties, additionalProperties, unevaluatedProperties, allOf, oneOf, anyOf } =
    schema
  const members = Object.values(properties ?? {}).filter((member) => !schemas.isLeftOut(member, mode))
  const others = [items, additionalProperties, unevaluatedProperties].filter((child) => child !== undefined)
  return [...members, ...others, ...(prefixItems ?? []), ...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])]
}

/** Calls back for each schema that is reached, and adds each reference to the set. */
function walk(
  schemas: Schemas,
  schema: Schema,
  mode: Mode,
  reached: Set<string>,
  visit: (schema: SchemaObject) => void,
): void {
  if (typeof schema === 'boolean') return
  visit(schema)
  for (const child of childrenOf(schemas, schema, mode)) walk(schemas, child, mode, reached, visit)
  if (schema.$ref === undefined) return
  const target = schemas.canonical(schema.$ref)
  if (reached.has(target)) return
  reached.add(target)
  walk(schemas, schemas.find(target), mode, reached, visit)
}

/** Where each referenced schema is used. */
export interface Usage {
  readonly requests: ReadonlySet<string>
  readonly responses: ReadonlySet<string>
  /** Used by both, and different in each, because something inside is `readOnly` or `writeOnly`. */
  readonly split: ReadonlySet<string>
}

export function readUsage(
  schemas: Schemas,
  requestRoots: readonly Schema[],
  responseRoots: readonly Schema[],
): Usage {
  const requests = new Set<string>()
  const responses = new Set<string>()
  for (const root of requestRoots) walk(schemas, root, 'request', requests, () => {})
  for (const root of responseRoots) walk(schemas, root, 'response', responses, () => {})
  const shared = [...requests].filter((pointer) => responses.has(pointer))
  const split = shared.filter((pointer) => {
    let isMarked = false
    walk(schemas, schemas.find(pointer), 'shared', new Set(), (schema) => {
      isMarked ||= schema.readOnly === true || schema.writeOnly === true
    })
    return isMarked
  })
  return { requests, responses, split: new Set(split) }
}
