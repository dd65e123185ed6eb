import type { ApiOperation } from '../../document/api-document.ts'
import { own, type Json, type JsonObject } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import { findObjectBody, withObject } from './json-body.ts'

/** Different values of one property among which is chosen. */
const MAX_VALUES = 8

/** What a body can be mixed from. */
export interface Ingredients {
  /** Other requests as they were generated. */
  readonly drawn: readonly RequestValues[]
  /** Requests at the limits of the schema, for what the others lack. */
  readonly atLimits: readonly RequestValues[]
  /** What the item has already. */
  readonly item: JsonObject
  /** Properties that refer to other things, which are not to be taken from `atLimits`. */
  readonly isBound: (name: string) => boolean
}

/**
 * One request out of several, with every property that any of them has, as far as the schema allows them together; of each
 * property the value that will show best: not empty, not what the item has already, not the default.
 */
export const mixBodies = (
  operation: ApiOperation,
  first: RequestValues,
  { drawn, atLimits, item, isBound }: Ingredients,
): RequestValues => {
  const toBody = (values: RequestValues) => findObjectBody(operation, values)?.value ?? {}
  const bodies = [first, ...drawn].map(toBody)
  const limits = atLimits.map(toBody)
  const fields = findObjectBody(operation, first)?.sketch?.fields()
  const names = new Set([...bodies, ...limits].flatMap((body) => Object.keys(body)))
  return [...names].reduce((mixed, name) => {
    const current = toBody(mixed)
    const worthOf = (value: Json): number => worth(value, own(item, name), fields?.get(name)?.defaultValue)
    const offered = distinct(name, isBound(name) ? bodies : [...bodies, ...limits])
    for (const value of offered.toSorted((left, right) => worthOf(right) - worthOf(left))) {
      if (JSON.stringify(own(current, name)) === JSON.stringify(value)) return mixed
      const changed = withObject(operation, mixed, { ...current, [name]: value })
      if (changed !== undefined) return changed
    }
    return mixed
  }, first)
}

/** The different values that bodies have under a name, in order. */
const distinct = (name: string, bodies: readonly JsonObject[]): readonly Json[] => {
  const values = new Map<string, Json>()
  for (const body of bodies) {
    const value = own(body, name)
    if (value !== undefined && values.size < MAX_VALUES) values.set(JSON.stringify(value), value)
  }
  return [...values.values()]
}

/** How well a value will show that it was taken over. */
const worth = (value: Json, current: Json | undefined, fallback: Json | undefined): number => {
  const text = JSON.stringify(value)
  if (value === null || text === '""' || text === '[]' || text === '{}') return 0
  if (text === JSON.stringify(current)) return 1
  return text === JSON.stringify(fallback) ? 2 : 3
}

/** The same request with as few properties in its body as the schema allows, but for those to be kept. */
export const thinBody = (
  operation: ApiOperation,
  values: RequestValues,
  keep: readonly string[] = [],
): RequestValues =>
  Object.keys(findObjectBody(operation, values)?.value ?? {}).reduce((current, name) => {
    const body = findObjectBody(operation, current)?.value
    return body === undefined || keep.includes(name)
      ? current
      : (withObject(operation, current, without(body, name)) ?? current)
  }, values)

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
