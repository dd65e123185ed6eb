import { isObject, type Json, jsonTypeOf } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import type { SchemaNode } from '@contract-kit/json-schema/schemas'
import { brokenValues } from '@contract-kit/json-schema/values'
import { type ApiMedia, type ApiOperation, type ApiResponse, findResponse } from '@contract-kit/openapi'
import { findJsonMedia, sketchSchema, walkSketch, type SketchPlace } from '@contract-kit/resources/exchanges'
import type { Reply } from '../http/call.ts'
import type { Deviation } from './fault.ts'

/** A JSON response of an operation. */
export interface ShownResponse {
  readonly response: ApiResponse
  readonly schema: SchemaNode
}

/** The successful JSON responses of an operation. */
export const shownResponses = (operation: ApiOperation): readonly ShownResponse[] =>
  [...operation.responses.values()]
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((response) => {
      const schema = findJsonMedia(response.media)?.schema
      return schema === undefined ? [] : [{ response, schema }]
    })

/** The value of a response, its properties, and the items of its lists, outermost first. */
export const placesOf = (schema: SchemaNode): readonly SketchPlace[] => knownPlaces(schema)

const knownPlaces = oncePer((schema: SchemaNode) =>
  walkSketch(sketchSchema(schema), ({ depth }) => depth < 3),
)

/** Whether a response is the documented one. */
const isOf = (operation: ApiOperation, response: ApiResponse, { status }: Reply): boolean =>
  findResponse(operation, status) === response

/** Changes every response that matches a documented one. */
export const respondTo =
  (
    operation: ApiOperation,
    response: ApiResponse,
    change: (reply: Reply) => Reply,
  ): NonNullable<Deviation['respond']> =>
  (reply) =>
    isOf(operation, response, reply) ? change(reply) : reply

/** Changes the value at a place of the body; `*` means the first list item. Undefined removes the value. */
export const changeBody = (
  reply: Reply,
  tokens: readonly string[],
  change: (value: Json) => Json | undefined,
): Reply => {
  const { body } = reply
  if (body === undefined || body instanceof Uint8Array) return reply
  const changed = changeAt(body as Json, tokens, change)
  return changed === body ? reply : { ...reply, body: changed }
}

function changeAt(
  value: Json,
  [token, ...rest]: readonly string[],
  change: (value: Json) => Json | undefined,
): Json | undefined {
  if (token === undefined) return change(value)
  if (Array.isArray(value)) {
    const [first, ...others] = value
    if (token !== '*' || first === undefined) return value
    const changed = changeAt(first, rest, change)
    if (changed === first) return value
    return changed === undefined ? others : [changed, ...others]
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) return value
  const held = value[token] ?? null
  const changed = changeAt(held, rest, change)
  if (changed === held) return value
  if (changed !== undefined) return { ...value, [token]: changed }
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== token))
}

/** A value that breaks only one of some keywords; undefined if there is none. */
export const breakingValue = (nodes: readonly SchemaNode[], keywords: readonly string[]): Json | undefined =>
  nodes.flatMap(brokenOf).find(({ keyword }) => keywords.includes(keyword))?.value

const brokenOf = oncePer((node: SchemaNode) => {
  try {
    return brokenValues(node, { direction: 'response' })
  } catch {
    // An unsatisfiable schema has no values.
    return []
  }
})

/** A value of a JSON type that a place does not allow. */
export const otherType = ({ types }: Pick<SketchPlace['sketch'], 'types'>): Json | undefined => {
  if (types.size === 0) return undefined
  const candidates: readonly Json[] = ['wrong', 17, true, ['wrong'], { wrong: true }]
  return candidates.find((value) => {
    const type = jsonTypeOf(value)
    return !types.has(type) && !(type === 'number' && types.has('integer'))
  })
}

/** The first media type of a response besides its JSON one; undefined if there is none. */
export const otherMedia = ({ media }: ApiResponse): ApiMedia | undefined =>
  media.find((one) => one !== findJsonMedia(media))
