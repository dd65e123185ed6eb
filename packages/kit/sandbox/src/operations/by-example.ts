import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { oncePer } from '@contract-kit/json-schema/memo'
import { evaluate, isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { exampleValue, type ApiMedia, type ApiOperation, type NamedExample } from '@contract-kit/openapi'
import { sketchSchema } from '@contract-kit/resources/exchanges'
import type { Call, Input, Reply } from '../http/call.ts'
import { findSuccess } from '../http/choose.ts'
import { fillHeaders } from '../http/headers.ts'
import { renewTokens } from '../access/tokens.ts'
import { fitValue } from '../values/fit.ts'
import { showMedia } from './show.ts'
import type { World } from './world.ts'

/**
 * Responds with the first valid example of an operation, else with a generated value that keeps the valid parts of its examples. Echoes
 * request properties with the same names.
 */
export function byExample(world: World, operation: ApiOperation, input: Input, call: Call): Reply {
  world.addressOf(operation, input, call, undefined)
  const success = findSuccess(operation, [200, 201, 202, 204])
  const headers = fillHeaders(success.response, world.clock.now())
  // A redirect requires a target (RFC 9110, 15.4).
  if (isRedirect(success.status)) headers['location'] ??= `${call.basePath}/`
  const reply = showMedia(success, call, headers, (media, schema) => {
    const { value, remarks } = basesOf(media)(schema)
    call.log?.remarks.push(...remarks)
    return isObject(value) ? repeat(schema, value, input) : value
  })
  const schema = success.response?.media.find(({ contentType }) => contentType === reply.mediaType)?.schema
  return renewTokens(
    call,
    reply,
    (body) => schema === undefined || isValid(schema, body, { direction: 'response' }),
  )
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** The base body of a response's media type, with remarks about its examples. */
interface Base {
  readonly value: Json
  readonly remarks: readonly string[]
}

const basesOf = oncePer(({ examples }: ApiMedia) =>
  oncePer((schema: SchemaNode): Base => {
    const value = fitValue(schema, exampleValue({ schema, examples }, 'response', true) ?? null)
    const [first] = examples
    const isUsed = first === undefined || examples.some((example) => isShown(schema, example.value))
    return { value, remarks: isUsed ? [] : [explainUnused(schema, first)] }
  }),
)

/** Explains why an example is not used unchanged. */
function explainUnused(schema: SchemaNode, { name, value }: NamedExample): string {
  const [failure] = evaluate(schema, value, { direction: 'response' })
  const where =
    failure === undefined ? '' : `: ${failure.instancePointer} ${failure.message}`.replace(':  ', ': ')
  return `the example ${name} breaks its schema, so only its valid parts are used${where}`
}

const isShown = (schema: SchemaNode, value: Json): boolean =>
  isValid(schema, value, { direction: 'response' })

/** Echoes request properties in the response: all together if that is valid, else each valid one. */
function repeat(schema: SchemaNode, base: JsonObject, { body, query }: Input): Json {
  const sent = [query as Json, (body ?? null) as Json].filter(isObject)
  const whole = Object.assign({}, base, ...sent) as JsonObject
  if (isShown(schema, whole)) return fitValue(schema, whole)
  let repeated = base
  for (const name of sketchSchema(schema).fields().keys()) {
    const value = sent.map((one) => own(one, name)).findLast((one) => one !== undefined)
    const tried = value === undefined ? repeated : { ...repeated, [name]: value }
    if (isShown(schema, tried)) repeated = tried
  }
  return repeated
}
