import * as fc from 'fast-check'
import { validValuesOf } from '../../arbitraries/valid-values.ts'
import type { ApiMedia, ApiOperation, ApiParameter, ParameterLocation } from '../../document/api-document.ts'
import type { Json } from '../../schema/json.ts'
import type { RequestValues } from '../../wire/request-values.ts'

const direction = 'request'

const known = new WeakMap<ApiOperation, fc.Arbitrary<RequestValues>>()

/** Any valid request for an operation: each optional parameter in about half of them, each media type of the body alike often. */
export const validRequests = (operation: ApiOperation): fc.Arbitrary<RequestValues> => {
  const requests = known.get(operation) ?? arbitraryOf(operation)
  known.set(operation, requests)
  return requests
}

const arbitraryOf = (operation: ApiOperation): fc.Arbitrary<RequestValues> => {
  const parts = (location: ParameterLocation): fc.Arbitrary<Record<string, Json>> => {
    const own = operation.parameters.filter((parameter) => parameter.in === location)
    const required = own
      .filter((parameter) => parameter.required || location === 'path')
      .map(({ name }) => name)
    return fc.record(Object.fromEntries(own.map((parameter) => [parameter.name, valuesOf(parameter)])), {
      requiredKeys: required,
      noNullPrototype: true,
    })
  }
  return fc.record({
    path: parts('path'),
    query: parts('query'),
    header: parts('header'),
    cookie: parts('cookie'),
    body: bodies(operation),
  })
}

const valuesOf = ({ schema }: ApiParameter): fc.Arbitrary<Json> =>
  schema === undefined ? fc.constant('x') : validValuesOf(schema, { direction })

const bodies = ({ body }: ApiOperation): fc.Arbitrary<RequestValues['body']> => {
  if (body === undefined || body.media.length === 0) return fc.constant(undefined)
  const sent = body.media.map((media) =>
    valuesOfMedia(media).map((value) => ({ contentType: media.contentType, value })),
  )
  return body.required
    ? fc.oneof(...sent)
    : fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 1 },
        ...sent.map((arbitrary) => ({ arbitrary, weight: 4 })),
      )
}

const valuesOfMedia = ({ schema }: ApiMedia): fc.Arbitrary<Json> =>
  schema === undefined ? fc.constant('x') : validValuesOf(schema, { direction })
