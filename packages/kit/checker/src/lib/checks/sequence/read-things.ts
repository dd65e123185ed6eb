import { wrappedIn } from '../../resources/envelope.ts'
import { sketchValue } from '../../resources/sketch-value.ts'
import { findMedia } from '../../document/find-response.ts'
import type { Exchange } from '../../run/exchange.ts'
import { appendTokens, findAt } from '../../schema/json-pointer.ts'
import { isObject, type Json } from '../../schema/json.ts'
import type { Direction, SchemaNode } from '../../schema/schema-node.ts'
import { describingSchemas } from '../schema/describing-schemas.ts'
import { describeProperty } from '../schema/property-schemas.ts'
import type { Thing } from './thing.ts'

/** The objects that an answer may be about: the whole of it, then what it wraps (`data`, `result`, …). */
export const readShown = ({ answer: { json }, media }: Exchange): readonly Thing[] =>
  readThings(json, media?.schema, 'response')

/** The objects that the body of a request may be about. */
export const readSent = ({ case: { operation, values } }: Exchange): readonly Thing[] => {
  const body = values?.body
  const media = body && findMedia(operation?.body?.media ?? [], body.contentType)
  return readThings(body?.value, media?.schema, 'request')
}

/** The two objects, one of each list, that have most names in common; the outermost of equals. */
export const pairThings = (
  left: readonly Thing[],
  right: readonly Thing[],
): readonly [Thing, Thing] | undefined => {
  let best: { readonly pair: readonly [Thing, Thing]; readonly count: number } | undefined
  for (const one of left) {
    for (const other of right) {
      const count = Object.keys(one.value).filter((name) => Object.hasOwn(other.value, name)).length
      if (count > (best?.count ?? 0)) best = { pair: [one, other], count }
    }
  }
  return best?.pair
}

const readThings = (
  root: Json | undefined,
  schema: SchemaNode | undefined,
  direction: Direction,
): readonly Thing[] => {
  if (!isObject(root)) return []
  return wrappedIn(sketchValue(root), '').flatMap(({ pointer }) => {
    const value = findAt(root, appendTokens('', ...pointer))
    if (!isObject(value)) return []
    let schemas: readonly SchemaNode[] = schema === undefined ? [] : [schema]
    let current: Json = root
    for (const token of pointer) {
      const outer: Json = current
      schemas = describeProperty(
        schemas.flatMap((node) => describingSchemas(node, outer, direction)),
        token,
      ).schemas
      current = (isObject(outer) ? outer[token] : undefined) ?? null
    }
    return [{ value, schemas: schemas.flatMap((node) => describingSchemas(node, value, direction)) }]
  })
}
