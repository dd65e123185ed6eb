import { templateValue } from '../arbitraries/boundary-values.ts'
import { UnsatisfiableSchemaError } from '../arbitraries/unsatisfiable-schema-error.ts'
import type { ApiMedia, ApiOperation, NamedExample } from '../document/api-document.ts'
import { deriveSeed } from '../run/derive-seed.ts'
import { evaluate } from '../schema/evaluate.ts'
import type { Json } from '../schema/json.ts'
import type { RequestValues } from '../wire/request-values.ts'
import { drawSamples } from './fuzz/draw-samples.ts'
import { validRequests } from './fuzz/valid-requests.ts'

const direction = 'request'

/** Valid requests for an operation, the most promising first: documented examples, the smallest one, then generated ones. */
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
    return all
      .filter((values) => !seen.has(JSON.stringify(values)) && seen.add(JSON.stringify(values)))
      .slice(0, limit)
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
  media.schema === undefined ? 'x' : templateValue(media.schema, { direction })

/** Names of body examples, else one unnamed request of the parameters' own examples where there are any. */
const exampleNames = ({ body, parameters }: ApiOperation): readonly string[] => {
  const named = (body?.media ?? []).flatMap((media) => media.examples.map(({ name }) => name))
  return named.length > 0
    ? [...new Set(named)]
    : parameters.some(({ examples }) => examples.length > 0)
      ? ['']
      : []
}

/** A documented request: examples of one name belong together, else the first that is valid. */
export const exampleRequest = (
  operation: ApiOperation,
  template: RequestValues,
  name: string,
): RequestValues => {
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
