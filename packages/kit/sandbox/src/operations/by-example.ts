import { isObject, own, type Json, type JsonObject } from '@contract-kit/json-schema/json'
import { isValid, type SchemaNode } from '@contract-kit/json-schema/schemas'
import type { ApiMedia, ApiOperation } from '@contract-kit/openapi'
import { sketchSchema } from '@contract-kit/resources'
import type { Call, Input, Reply } from '../http/call.ts'
import { findSuccess } from '../http/choose.ts'
import { fillHeaders } from '../http/headers.ts'
import { renewTokens } from '../access/tokens.ts'
import { fitValue, templateOf } from '../values/fit.ts'
import { showMedia } from './show.ts'
import type { World } from './world.ts'

/**
 * Responds with the first valid example of an operation, else with the plainest value of its schema. Repeats what the request says under the
 * same names.
 */
export function byExample(world: World, operation: ApiOperation, input: Input, call: Call): Reply {
  world.addressOf(operation, input, call, undefined)
  const success = findSuccess(operation, [200, 201, 202, 204])
  const headers = fillHeaders(success.response, world.clock.now())
  // A redirect without a target is none (RFC 9110, 15.4).
  if (isRedirect(success.status)) headers['location'] ??= `${call.basePath}/`
  const reply = showMedia(success, call, headers, (media, schema) => {
    const base = baseOf(media, schema)
    return isObject(base) ? repeat(schema, base, input) : base
  })
  const schema = success.response?.media.find(({ contentType }) => contentType === reply.mediaType)?.schema
  return renewTokens(
    call,
    reply,
    (body) => schema === undefined || isValid(schema, body, { direction: 'response' }),
  )
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

const bases = new WeakMap<ApiMedia, Json>()

/** The value that a media type of a response always shows. */
function baseOf(media: ApiMedia, schema: SchemaNode): Json {
  const known = bases.get(media)
  if (known !== undefined) return known
  const example = media.examples.find(({ value }) => value !== undefined && isShown(schema, value))?.value
  const base = fitValue(schema, example ?? templateOf(sketchSchema(schema)) ?? null)
  bases.set(media, base)
  return base
}

const isShown = (schema: SchemaNode, value: Json): boolean =>
  isValid(schema, value, { direction: 'response' })

/** The properties of a request that the response has, too: all together if that is valid, else each that is. */
function repeat(schema: SchemaNode, base: JsonObject, { body, query }: Input): Json {
  const said = [query as Json, (body ?? null) as Json].filter(isObject)
  const whole = Object.assign({}, base, ...said) as JsonObject
  if (isShown(schema, whole)) return fitValue(schema, whole)
  let repeated = base
  for (const name of sketchSchema(schema).fields().keys()) {
    const value = said.map((one) => own(one, name)).findLast((one) => one !== undefined)
    const tried = value === undefined ? repeated : { ...repeated, [name]: value }
    if (isShown(schema, tried)) repeated = tried
  }
  return repeated
}
