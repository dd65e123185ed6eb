import type { ApiOperation } from '../../document/api-document.ts'
import { parsePointer } from '../../schema/json-pointer.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import { listBoundaries } from './boundary-bodies.ts'
import { mixBodies } from './shape-body.ts'
import type { Walk } from './walk.ts'

const DRAWS = 5

/**
 * A valid request that changes as much of an item as can be, and leaves no property out that the schema allows beside the
 * others. What generation does not happen to draw is taken from the limits of the schema, but for references to other things.
 */
export const drawFullChange = (walk: Walk, operation: ApiOperation, item: JsonObject): RequestValues => {
  const first = walk.draw(operation)
  const { body } = first
  if (body === undefined) return first
  const drawn = Array.from({ length: DRAWS - 1 }, () => walk.draw(operation)).filter(
    (values) => values.body?.contentType === body.contentType,
  )
  const { contentType } = body
  const atLimits = listBoundaries(operation, contentType).map(({ value }): RequestValues => ({
    ...first,
    body: { contentType, value },
  }))
  return mixBodies(operation, first, { drawn, atLimits, item, isBound: boundNames(walk, operation) })
}

const boundNames = ({ port: { graph } }: Walk, operation: ApiOperation): ((name: string) => boolean) => {
  const names = new Set(
    graph
      .bindings(operation)
      .flatMap(({ location, name }) => (location === 'body' ? parsePointer(name) : [])),
  )
  return (name) => names.has(name)
}
