import type { Json } from '@contract-kit/json-schema/json'
import { sampleValues } from '@contract-kit/json-schema/values'
import {
  type ApiDocument,
  type ApiOperation,
  exampleValue,
  type ParameterLocation,
} from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import { findBodyMedia } from '@contract-kit/resources/exchanges'

const places = ['path', 'query', 'header', 'cookie'] as const

/** The body of a request: an example with the documented members, an example with all allowed members, or a generated value. */
export type BodyKind = 'plain' | 'complete' | 'generated'

/** Returns a valid request from the examples of the document. Throws an Error if the document allows none. */
export function toValues(
  operation: ApiOperation,
  bodyKind: BodyKind = 'plain',
  withOptional = false,
): RequestValues {
  const valuesIn = (place: ParameterLocation): Record<string, Json> =>
    Object.fromEntries(
      operation.parameters
        .filter((one) => one.in === place && (one.required || place === 'path' || withOptional))
        .map((parameter) => [parameter.name, valueOf(parameter)]),
    )
  const [path, query, header, cookie] = places.map(valuesIn)
  const { body } = operation
  const media = body && (findBodyMedia(body) ?? body.media[0])
  return {
    path: path ?? {},
    query: query ?? {},
    header: header ?? {},
    cookie: cookie ?? {},
    body: media && { contentType: media.contentType, value: valueOf(media, 'request', bodyKind) },
  }
}

/** Whether the schemas of an operation allow a request and a success. */
export function isPossible(operation: ApiOperation): boolean {
  const success = [...operation.responses.values()].filter(({ status }) => status.startsWith('2'))
  try {
    for (const media of success.flatMap(({ media: all }) => all)) valueOf(media, 'response')
    toValues(operation)
    return true
  } catch {
    return false
  }
}

function valueOf(
  described: Parameters<typeof exampleValue>[0],
  direction: 'request' | 'response' = 'request',
  kind: BodyKind = 'plain',
): Json {
  const { schema } = described
  const [value] =
    kind === 'generated' && schema !== undefined
      ? sampleValues(schema, { direction }, 1)
      : [exampleValue(described, direction, kind === 'complete')]
  if (value === undefined && schema !== undefined) throw new Error('The schema allows no value.')
  return value ?? 'text'
}

/** Returns credentials for the first alternative of the operation's security. The servers check only their form. */
export function credentialsOf(
  { securitySchemes }: ApiDocument,
  { security }: ApiOperation,
): Readonly<Record<ParameterLocation, Readonly<Record<string, string>>>> {
  const found: Record<ParameterLocation, Record<string, string>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  for (const { name } of security[0]?.schemes ?? []) {
    const { type, in: place = 'header', parameterName = '', scheme } = securitySchemes.get(name) ?? {}
    if (type === 'apiKey') found[place][parameterName] = 'made-up'
    else if (type !== undefined && type !== 'mutualTLS')
      found.header['authorization'] = scheme === 'basic' ? `Basic ${btoa('made:up')}` : 'Bearer made-up'
  }
  return found
}
