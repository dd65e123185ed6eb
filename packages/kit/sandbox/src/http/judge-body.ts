import { isObject, own, parsePointer, type JsonObject } from '@contract-kit/json-schema/json'
import {
  evaluate,
  type Failure,
  findKeyword,
  isValid,
  type SchemaNode,
} from '@contract-kit/json-schema/schemas'
import { essenceOf, findMedia, type ApiOperation } from '@contract-kit/openapi'
import { type Problem, RequestError } from '@contract-kit/express'
import { partsOf } from '../values/parts.ts'
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
  if (!isObject(body) || method === 'PATCH') return input
  const filled = withDefaults([schema], body)
  return isValid(schema, filled, request) ? { ...input, body: filled } : input
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

/** How deep objects in objects get their defaults. */
const maxDepth = 4

/** An object with the defaults of its schemas, but for those of alternatives that it is not. */
function withDefaults(nodes: readonly SchemaNode[], given: JsonObject, depth = 0): JsonObject {
  let filled = given
  for (const [name, part] of partsOf(nodes, given)) {
    const value = own(given, name)
    const made =
      value === undefined
        ? part.nodes.map((node) => findKeyword(node, 'default')).find((one) => one !== undefined)
        : isObject(value) && depth < maxDepth
          ? withDefaults(part.nodes, value, depth + 1)
          : value
    if (made !== value && made !== undefined) filled = { ...filled, [name]: made }
  }
  return filled
}
