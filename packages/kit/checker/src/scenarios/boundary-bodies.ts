import {
  appendTokens,
  equalJson,
  isObject,
  type Json,
  own,
  readPointer,
  writeJson,
} from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import {
  boundaryValues,
  type ScenarioValue,
  templateValue,
  UnsatisfiableSchemaError,
} from '@contract-kit/json-schema/values'
import type { ApiMedia, ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import type { ResourceGraph } from '@contract-kit/resources'
import { applyChange } from '../phases/values.ts'

const direction = 'request'

/** One boundary of a body, which can be applied to any valid body. */
export interface BoundaryBody {
  readonly media: ApiMedia
  readonly template: Json
  readonly value: Json
  /** Pointer to the part at the boundary, which differs from the template. */
  readonly place: string
}

/** Boundaries at which servers often truncate, round or drop values come first. */
const RANKS = [
  'odd_',
  'maximum_',
  'fractional_',
  'near_boundary',
  'minimum_',
  'null_',
  'enum_',
  'object_',
  '',
]

const known = new WeakMap<ApiMedia, readonly BoundaryBody[]>()

/** The boundaries of an operation's body in one media type, in the order of `RANKS`. */
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
      .map(({ value }) => ({ media, template, value, place: findDifference(template, value) }))
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

const findDifference = (template: Json, value: Json): string => {
  if (!isObject(template) || !isObject(value)) return ''
  const differing = Object.keys(value).filter(
    (name) => !Object.hasOwn(template, name) || !equalJson(template[name], value[name]),
  )
  const [name = '', ...others] = differing
  if (differing.length === 0 || others.length > 0) return ''
  return appendTokens('', name) + findDifference(own(template, name) ?? null, own(value, name) ?? null)
}

const rankOf = ({ scenario }: ScenarioValue): number =>
  RANKS.findIndex((prefix) => scenario.startsWith(prefix))

/** The media type with the most boundaries, usually an object; undefined without a body. */
export const richestMedia = (operation: ApiOperation): string | undefined =>
  operation.body?.media
    .map(({ contentType }) => ({ contentType, limits: listBoundaries(operation, contentType).length }))
    .toSorted((left, right) => right.limits - left.limits)[0]?.contentType

/**
 * Sets a valid request to a boundary, in the boundary's media type. Undefined if that violates another keyword or changes a reference to
 * another item.
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
  const applied = applyChange(template, value, drawn ?? template)
  if (!isValid(schema, applied, { direction })) return undefined
  const isKept = graph
    .bindings(operation)
    .every(
      ({ location, name }) =>
        location !== 'body' || (drawn !== undefined && valueAt(applied, name) === valueAt(drawn, name)),
    )
  return isKept ? { ...values, body: { contentType, value: applied } } : undefined
}

const valueAt = (body: Json, pointer: string): string => writeJson(readPointer(body, pointer))
