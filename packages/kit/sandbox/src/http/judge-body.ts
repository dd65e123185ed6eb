import { isObject, own, parsePointer, type JsonObject } from '@contract-kit/json-schema/json'
import {
  evaluate,
  type Failure,
  findReferenced,
  findUndocumented,
  isValid,
  namedVariant,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { essenceOf, findMedia, type ApiOperation } from '@contract-kit/openapi'
import { sketchSchema, type Sketch } from '@contract-kit/resources/exchanges'
import { type Problem, RequestError } from '@contract-kit/express'
import type { Input } from './call.ts'

/**
 * Judges a body by what the router's validator leaves out, such as discriminators, and fills in the defaults of a creation or replacement.
 * Throws a RequestError with the statements that a JSON body breaks.
 */
export function judgeBody({ method, body: documented }: ApiOperation, input: Input): Input {
  const { mediaType, body } = input
  if (documented === undefined || body === undefined || mediaType === undefined) return input
  const schema = findMedia(documented.media, mediaType)?.schema
  if (schema === undefined) return input
  if (/[/+]json$/.test(essenceOf(mediaType))) {
    const problems = evaluate(schema, body, request).slice(0, maxProblems).map(toProblem)
    if (problems.length > 0)
      throw new RequestError('validation_failed', 'Request does not match the document', { problems })
  }
  return isObject(body) && method !== 'PATCH' ? { ...input, body: withDefaults(schema, body) } : input
}

const request = { direction: 'request' } as const

/** The most problems in one error, as the router has them. */
const maxProblems = 20

/** A problem as the router tells it: `/cards/0/quantity` is `cards[0].quantity`. */
function toProblem({ instancePointer, message, keyword }: Failure): Problem {
  const steps = parsePointer(instancePointer).map((token) =>
    /^\d+$/.test(token) ? `[${token}]` : `.${token}`,
  )
  return { in: 'body', at: steps.join('').replace(/^\./, ''), message, keyword }
}

/** The body with the defaults of its schema, without those of alternatives that it is not. */
function withDefaults(schema: SchemaNode, body: JsonObject): JsonObject {
  const filled = fill(sketchSchema(namedVariant(findReferenced(schema) ?? schema, body) ?? schema), body, 0)
  if (filled === body) return body
  const foreign = new Set(
    findUndocumented(schema, filled).flatMap(({ name, instancePointer }) =>
      instancePointer === '' ? [name] : [],
    ),
  )
  const kept = Object.fromEntries(
    Object.entries(filled).filter(([name]) => own(body, name) !== undefined || !foreign.has(name)),
  )
  return isValid(schema, kept, request) ? kept : body
}

/** How deep objects in objects get their defaults. */
const maxDepth = 4

function fill(sketch: Sketch, given: JsonObject, depth: number): JsonObject {
  let filled = given
  for (const [name, field] of sketch.fields()) {
    const value = own(given, name)
    const made =
      value === undefined
        ? field.defaultValue
        : isObject(value) && depth < maxDepth
          ? fill(field.sketch, value, depth + 1)
          : value
    if (made !== value && made !== undefined) filled = { ...filled, [name]: made }
  }
  return filled
}
