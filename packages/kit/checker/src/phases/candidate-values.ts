import * as fc from 'fast-check'
import { type Arbitrary, sample } from 'fast-check'
import { deriveSeed } from '../core/case.ts'
import { mediaKindOf, type RequestValues } from '@contract-kit/openapi/wire'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { templateValue, UnsatisfiableSchemaError, validValuesOf } from '@contract-kit/json-schema/values'
import { evaluate } from '@contract-kit/json-schema/schemas'
import type {
  ApiMedia,
  ApiOperation,
  ApiParameter,
  NamedExample,
  ParameterLocation,
} from '@contract-kit/openapi'

/** The first values of a seeded arbitrary, equal in all processes. */
export const drawSamples = <Value>(
  arbitrary: Arbitrary<Value>,
  seed: number,
  count: number,
): readonly Value[] => sample(arbitrary, { seed, numRuns: count })

const direction = 'request'

/** Valid requests for an operation, most promising first: documented examples, the smallest one, then generated ones. */
export const candidateValues = (
  operation: ApiOperation,
  seed: number,
  limit: number,
): readonly RequestValues[] => {
  const key = `${seed} ${limit}`
  const known = cache.get(operation)
  if (known?.key === key) return known.values
  const values = collect(operation, seed, limit)
  cache.set(operation, { key, values })
  return values
}

const cache = new WeakMap<ApiOperation, { readonly key: string; readonly values: readonly RequestValues[] }>()

const collect = (operation: ApiOperation, seed: number, limit: number): readonly RequestValues[] => {
  try {
    const template = templateRequest(operation)
    const examples = exampleNames(operation).map((name) => exampleRequest(operation, template, name))
    const generated = drawSamples(
      validRequests(operation),
      deriveSeed(seed, 'candidates', operation.id),
      limit,
    )
    const all = [...examples, template, ...generated]
    const seen = new Set<string>()
    return all.filter((values) => !seen.has(writeJson(values)) && seen.add(writeJson(values))).slice(0, limit)
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

const templateRequest = (operation: ApiOperation): RequestValues => {
  const values: Record<'path' | 'query' | 'header' | 'cookie', Record<string, Json>> = {
    path: {},
    query: {},
    header: {},
    cookie: {},
  }
  for (const parameter of operation.parameters) {
    if (!parameter.required && parameter.in !== 'path') continue
    values[parameter.in][parameter.name] =
      parameter.schema === undefined ? 'x' : templateValue(parameter.schema, { direction })
  }
  const media = operation.body?.media[0]
  return { ...values, body: media && { contentType: media.contentType, value: bodyTemplate(media) } }
}

const bodyTemplate = (media: ApiMedia): Json =>
  media.schema === undefined ? anyValueOf(media) : templateValue(media.schema, { direction })

/** A body without a schema; a form needs fields. */
const anyValueOf = ({ contentType }: ApiMedia): Json =>
  ['form', 'multipart'].includes(mediaKindOf(contentType)) ? { x: 'x' } : 'x'

/** Names of body examples. If there are none but parameters have examples, one unnamed request. */
const exampleNames = ({ body, parameters }: ApiOperation): readonly string[] => {
  const named = (body?.media ?? []).flatMap((media) => media.examples.map(({ name }) => name))
  return named.length > 0
    ? [...new Set(named)]
    : parameters.some(({ examples }) => examples.length > 0)
      ? ['']
      : []
}

/** A documented request. Examples with the same name belong together; otherwise the first valid one is used. */
const exampleRequest = (operation: ApiOperation, template: RequestValues, name: string): RequestValues => {
  const values = {
    path: { ...template.path },
    query: { ...template.query },
    header: { ...template.header },
    cookie: { ...template.cookie },
  }
  for (const parameter of operation.parameters) {
    const example = pick(
      parameter.examples,
      name,
      (value) =>
        parameter.schema === undefined || evaluate(parameter.schema, value, { direction }).length === 0,
    )
    if (example !== undefined) values[parameter.in][parameter.name] = example.value
  }
  const media = operation.body?.media.find(({ examples }) =>
    examples.some((example) => example.name === name),
  )
  const example = media?.examples.find((entry) => entry.name === name)
  return {
    ...values,
    body:
      media !== undefined && example !== undefined
        ? { contentType: media.contentType, value: example.value }
        : template.body,
  }
}

const pick = (
  examples: readonly NamedExample[],
  name: string,
  isGood: (value: Json) => boolean,
): NamedExample | undefined =>
  examples.find((example) => example.name === name) ?? examples.find(({ value }) => isGood(value))

const known = new WeakMap<ApiOperation, fc.Arbitrary<RequestValues>>()

/** Any valid request for an operation. Includes each optional parameter in about half of them, and each media type equally often. */
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

const valuesOfMedia = (media: ApiMedia): fc.Arbitrary<Json> =>
  media.schema === undefined ? fc.constant(anyValueOf(media)) : validValuesOf(media.schema, { direction })
