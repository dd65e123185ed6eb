import { type Problems, Problem, type Schema, type SchemaObject } from '../document.ts'
import type { Mode, Schemas } from './schemas.ts'

/** The schemas directly inside a schema that an instance in the given mode can have values of. */
function childrenOf(schemas: Schemas, schema: SchemaObject, mode: Mode): readonly Schema[] {
  const { items, prefixItems, properties, additionalProperties, unevaluatedProperties, allOf, oneOf, anyOf } =
    schema
  const members = Object.values(properties ?? {}).filter((member) => !schemas.isLeftOut(member, mode))
  const others = [items, additionalProperties, unevaluatedProperties].filter((child) => child !== undefined)
  return [...members, ...others, ...(prefixItems ?? []), ...(allOf ?? []), ...(oneOf ?? []), ...(anyOf ?? [])]
}

/** Calls back for each schema that is reached, and adds the pointer of each reference to the set. */
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
  if (schema.$ref === undefined || reached.has(schema.$ref)) return
  reached.add(schema.$ref)
  walk(schemas, schemas.find(schema.$ref), mode, reached, visit)
}

/**
 * Rejects schemas that are parts of themselves by references, `allOf`, `oneOf` or `anyOf`: no value could be checked against
 * them. Everything else follows these keywords without a guard.
 */
export function rejectEndless({ document }: Schemas, problems: Problems): void {
  const schemas = document.components?.schemas ?? {}
  const done = new Set<string>()
  const follow = (name: string, chain: readonly string[]) => {
    if (chain.includes(name)) throw new Problem(`the schema ${name} is a part of itself`)
    if (done.has(name)) return
    for (const part of listParts(schemas[name] ?? true)) follow(part, [...chain, name])
    done.add(name)
  }
  for (const name of Object.keys(schemas))
    problems.attempt(`components.schemas.${name}`, () => follow(name, []))
  problems.throwIfAny()
}

/** The names of the schemas that a schema is made of. */
function listParts(schema: Schema): readonly string[] {
  if (typeof schema === 'boolean') return []
  const { $ref, allOf = [], oneOf = [], anyOf = [] } = schema
  const prefix = '#/components/schemas/'
  const own = $ref?.startsWith(prefix) === true ? [$ref.slice(prefix.length)] : []
  return [...own, ...[...allOf, ...oneOf, ...anyOf].flatMap(listParts)]
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
