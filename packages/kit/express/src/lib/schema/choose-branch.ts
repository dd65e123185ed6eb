import { isJsonObject, type JsonObject } from './json-object.ts'
import { matchesType } from './matches-type.ts'
import type { Resolve } from './resolve-reference.ts'

/** The branch of a union that a value most resembles, or the two properties that show it mixes branches. */
export type BranchChoice =
  | { readonly kind: 'branch'; readonly schema: unknown }
  | { readonly kind: 'mixed'; readonly properties: readonly [string, string] }

/**
 * Chooses among the branches of `oneOf` or `anyOf`: a tag (a property of every branch, constant in this one) decides
 * first, then the number of a branch's own properties that the value has, then the earlier branch. A value whose tag
 * does not decide, and that has properties which only one branch knows, of two branches, is mixed.
 */
export function chooseBranch(branches: readonly unknown[], value: unknown, resolve: Resolve): BranchChoice {
  const shapes = branches.map((schema) => ({ schema, properties: ownProperties(schema, resolve) }))
  if (!isJsonObject(value)) {
    const fitting = branches.find((schema) => matchesType(value, toObject(resolve(schema))['type']))
    return { kind: 'branch', schema: fitting ?? branches[0] }
  }
  const tagged = shapes.find(({ properties }) =>
    [...properties].some(
      ([name, schema]) =>
        shapes.every((shape) => shape.properties.has(name)) && isConstantOf(schema, memberOf(value, name)),
    ),
  )
  const mix = tagged === undefined ? findMix(shapes, value) : undefined
  if (mix !== undefined) return { kind: 'mixed', properties: mix }
  const scored = shapes.map(({ schema, properties }) => ({ schema, score: countPresent(properties, value) }))
  const best = Math.max(...scored.map(({ score }) => score))
  return { kind: 'branch', schema: (tagged ?? scored.find(({ score }) => score === best))?.schema }
}

type Properties = ReadonlyMap<string, unknown>

/** The properties that a branch describes; one whose schema is `false` it forbids, so that is not its own. */
function ownProperties(schema: unknown, resolve: Resolve): Properties {
  const object = toObject(resolve(schema))
  const inherited = Array.isArray(object['allOf']) ? object['allOf'] : []
  const own = Object.entries(toObject(object['properties'])).map(([name, of]) => [name, resolve(of)] as const)
  return new Map([
    ...inherited.flatMap((part: unknown) => [...ownProperties(part, resolve)]),
    ...own.filter(([, of]) => of !== false),
  ])
}

function isConstantOf(schema: unknown, value: unknown): boolean {
  return value !== undefined && toObject(schema)['const'] === value
}

function countPresent(properties: Properties, value: JsonObject): number {
  return [...properties.keys()].filter((name) => Object.hasOwn(value, name)).length
}

function findMix(
  shapes: readonly { properties: Properties }[],
  value: JsonObject,
): [string, string] | undefined {
  const signs = shapes.map(({ properties }) =>
    [...properties.keys()].find(
      (name) =>
        Object.hasOwn(value, name) &&
        shapes.every((other) => other.properties === properties || !other.properties.has(name)),
    ),
  )
  const [first, second] = signs.filter((name) => name !== undefined)
  return first !== undefined && second !== undefined ? [first, second] : undefined
}

const memberOf = (value: JsonObject, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined
const toObject = (node: unknown): JsonObject => (isJsonObject(node) ? node : {})
