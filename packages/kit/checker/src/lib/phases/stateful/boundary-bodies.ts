import { boundaryValues, templateValue, type ScenarioValue } from '../../arbitraries/boundary-values.ts'
import { UnsatisfiableSchemaError } from '../../arbitraries/unsatisfiable-schema-error.ts'
import type { ApiMedia, ApiOperation } from '../../document/api-document.ts'
import { readPointer } from '../../resources/read-pointer.ts'
import type { ResourceGraph } from '../../resources/resource-graph.ts'
import { isValid } from '../../schema/evaluate.ts'
import type { Json } from '../../schema/json.ts'
import type { SchemaNode } from '../../schema/schema-node.ts'
import type { RequestValues } from '../../wire/request-values.ts'
import { graftScenario } from '../graft-scenario.ts'

const direction = 'request'

/** One limit of what a body may be, to be carried over to any valid body. */
export interface BoundaryBody {
  readonly media: ApiMedia
  readonly template: Json
  readonly value: Json
}

/** Limits at which servers cut, round or drop, before those at which they hardly do. */
const RANKS = ['maximum_', 'fractional_', 'near_boundary', 'minimum_', 'null_', 'enum_', 'object_', '']

const known = new WeakMap<ApiMedia, readonly BoundaryBody[]>()

/** The limits of what the body of an operation may be in one media type; those first at which values get lost. */
export const listBoundaries = ({ body }: ApiOperation, contentType: string): readonly BoundaryBody[] => {
  const media = body?.media.find((each) => each.contentType === contentType)
  if (media?.schema === undefined) return []
  const listed = known.get(media) ?? boundariesOf(media, media.schema)
  known.set(media, listed)
  return listed
}

const boundariesOf = (media: ApiMedia, schema: SchemaNode): readonly BoundaryBody[] => {
  try {
    const template = templateValue(schema, { direction })
    return boundaryValues(schema, { direction })
      .toSorted((left, right) => rankOf(left) - rankOf(right))
      .map(({ value }) => ({ media, template, value }))
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

const rankOf = ({ scenario }: ScenarioValue): number =>
  RANKS.findIndex((prefix) => scenario.startsWith(prefix))

/** The media type whose bodies have the most limits to try: an object rather than a text; undefined where there is no body. */
export const richestMedia = (operation: ApiOperation): string | undefined =>
  operation.body?.media
    .map(({ contentType }) => ({ contentType, limits: listBoundaries(operation, contentType).length }))
    .toSorted((left, right) => right.limits - left.limits)[0]?.contentType

/**
 * A valid request brought to a limit, in the media type of the limit; undefined where that breaks another statement, or touches a
 * reference to another thing.
 */
export const atBoundary = (
  graph: ResourceGraph,
  operation: ApiOperation,
  values: RequestValues,
  { media, template, value }: BoundaryBody,
): RequestValues | undefined => {
  const { contentType, schema } = media
  if (values.body === undefined || schema === undefined) return undefined
  const drawn = values.body.contentType === contentType ? values.body.value : undefined
  const grafted = graftScenario(template, value, drawn ?? template)
  if (!isValid(schema, grafted, { direction })) return undefined
  const isKept = graph
    .bindings(operation)
    .every(
      ({ location, name }) =>
        location !== 'body' || (drawn !== undefined && valueAt(grafted, name) === valueAt(drawn, name)),
    )
  return isKept ? { ...values, body: { contentType, value: grafted } } : undefined
}

const valueAt = (body: Json, pointer: string): string => JSON.stringify(readPointer(body, pointer))
