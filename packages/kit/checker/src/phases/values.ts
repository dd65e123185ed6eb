import type { CaseTarget } from '../core/exchange.ts'
import type { RequestValues } from '@contract-kit/openapi/wire'
import {
  appendTokens,
  equalJson,
  isObject,
  type Json,
  own,
  parsePointer,
} from '@contract-kit/json-schema/json'
import { evaluate, type Failure, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { brokenValues, type ScenarioValue, templateValue } from '@contract-kit/json-schema/values'
import type { ApiOperation, ParameterLocation } from '@contract-kit/openapi'
import { type InputPlace, type ResourceGraph } from '@contract-kit/resources'
import { cursorOf } from '@contract-kit/resources/lists'

/** Copies a request with one parameter set or removed. */
export const withParameter = (
  values: RequestValues,
  location: ParameterLocation,
  name: string,
  value: Json | undefined,
): RequestValues => {
  const { [name]: _before, ...others } = values[location]
  return { ...values, [location]: value === undefined ? others : { ...others, [name]: value } }
}

/** Copies a request with another body or without one. */
export const withBody = (
  values: RequestValues,
  contentType: string,
  value: Json | undefined,
): RequestValues => ({
  ...values,
  body: value === undefined ? undefined : { contentType, value },
})

/**
 * Copies a request with a value at a place; `*` in a body pointer stands for every item. Undefined if the request has no such place. A
 * missing property is added only if its object allows additions.
 */
export const placeValue = (
  values: RequestValues,
  { location, name }: InputPlace,
  value: Json,
  mayAdd: 'add' | 'replace' = 'replace',
): RequestValues | undefined => {
  if (location !== 'body') return withParameter(values, location, name, value)
  if (values.body === undefined) return undefined
  const changed = replaceAt(values.body.value, parsePointer(name), value, mayAdd === 'add')
  return changed === undefined ? undefined : withBody(values, values.body.contentType, changed)
}

const replaceAt = (
  current: Json,
  [token, ...rest]: readonly string[],
  value: Json,
  mayAdd: boolean,
): Json | undefined => {
  if (token === undefined) return Array.isArray(current) || isObject(current) ? undefined : value
  if (Array.isArray(current)) {
    const items =
      token === '*' ? current.map((item) => replaceAt(item, rest, value, mayAdd) ?? item) : current
    return token === '*' && current.length > 0 ? items : undefined
  }
  if (!isObject(current)) return undefined
  const before = Object.hasOwn(current, token) ? current[token] : undefined
  if (before === undefined && (!mayAdd || rest.length > 0)) return undefined
  const after = before === undefined ? value : replaceAt(before, rest, value, mayAdd)
  return after === undefined ? undefined : { ...current, [token]: after }
}

/**
 * Applies one change to another value. Where the scenario equals its template, uses the baseline's part; elsewhere, its own. So a boundary
 * is tested on a working request. Below `depth` levels, a differing part is used as a whole.
 */
export const applyChange = (template: Json, scenario: Json, baseline: Json, depth = Infinity): Json => {
  if (equalJson(template, scenario)) return baseline
  if (depth > 0 && Array.isArray(template) && Array.isArray(scenario) && Array.isArray(baseline))
    return applyToItems(template, scenario, baseline, depth)
  if (depth === 0 || !isObject(template) || !isObject(scenario) || !isObject(baseline)) return scenario
  const result: { [key: string]: Json } = {}
  for (const [key, value] of Object.entries(baseline)) {
    const wasRemoved = Object.hasOwn(template, key) && !Object.hasOwn(scenario, key)
    if (!wasRemoved)
      Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true })
  }
  for (const [key, value] of Object.entries(scenario)) {
    const before = own(template, key)
    const kept = own(baseline, key)
    const applied =
      before === undefined || kept === undefined ? value : applyChange(before, value, kept, depth - 1)
    const isUnchanged = before !== undefined && kept === undefined && equalJson(before, value)
    if (!isUnchanged)
      Object.defineProperty(result, key, {
        value: applied,
        writable: true,
        enumerable: true,
        configurable: true,
      })
  }
  return result
}

/** Each array item is a change of a template item, applied to a working item, because the server may not know other items. */
const applyToItems = (
  template: readonly Json[],
  scenario: readonly Json[],
  baseline: readonly Json[],
  depth: number,
): Json => {
  if (template.length === 0 || baseline.length === 0) return [...scenario]
  return scenario.map((item, index) =>
    applyChange(
      template[index % template.length] ?? null,
      item,
      baseline[index % baseline.length] ?? null,
      depth - 1,
    ),
  )
}

/** Pointers to all texts in a value. */
export const textPointers = (value: Json, pointer: string): readonly string[] => {
  if (typeof value === 'string') return [pointer]
  if (Array.isArray(value))
    return value.flatMap((item, index) => textPointers(item, appendTokens(pointer, index)))
  return isObject(value)
    ? Object.entries(value).flatMap(([name, held]) => textPointers(held, appendTokens(pointer, name)))
    : []
}

/** Copies a value with another part. */
export const replacePart = (value: Json, [token, ...rest]: readonly string[], part: Json): Json => {
  if (token === undefined) return part
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === token ? replacePart(item, rest, part) : item))
  return isObject(value) ? { ...value, [token]: replacePart(value[token] ?? null, rest, part) } : value
}

/** From finest to coarsest. Branches of a union are not mixed with others of the baseline. */
const DEPTHS = [Infinity, 4, 3, 2, 1]

/** The finest combination that fits; undefined if none does. */
export const applyChangeWhere = (
  template: Json,
  scenario: Json,
  baseline: Json,
  fits: (value: Json) => boolean,
): Json | undefined => {
  for (const depth of DEPTHS) {
    const applied = applyChange(template, scenario, baseline, depth)
    if (fits(applied)) return applied
  }
  return undefined
}

/**
 * The baseline of a scenario about the presence of properties. Omits those that the scenario lacks in the changed object, so that a working
 * request does not fill them in.
 */
export const withoutExtras = (template: Json, scenario: Json, baseline: Json): Json => {
  if (!isObject(template) || !isObject(scenario) || !isObject(baseline)) return baseline
  const entries = Object.entries(baseline)
  const changed = Object.entries(scenario).find(
    ([key, value]) => Object.hasOwn(template, key) && !equalJson(template[key], value),
  )
  if (changed === undefined)
    return Object.fromEntries(entries.filter(([key]) => Object.hasOwn(scenario, key)))
  const [name, inner] = changed
  const before = own(template, name) ?? null
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === name ? withoutExtras(before, inner, value) : value]),
  )
}

/** Copies a request without a generated cursor, if the cursor is optional. */
export const withoutCursor = (
  graph: ResourceGraph,
  operation: ApiOperation,
  values: RequestValues,
): RequestValues => {
  const name = cursorOf(graph, operation)
  const cursor = operation.parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)
  return cursor === undefined || cursor.required
    ? values
    : withParameter(values, 'query', cursor.name, undefined)
}

type Statement = Pick<ScenarioValue, 'pointer' | 'documentUri'>

/** Whether a request body violates only the keyword of a scenario; inside `anyOf` and `oneOf`, in one branch. */
export const breaksOnly = (
  schema: SchemaNode,
  value: Json,
  scenario: Statement & Pick<ScenarioValue, 'inner'>,
): boolean => {
  const failures = evaluate(schema, value, { direction: 'request' })
  const { inner } = scenario
  return (
    areAll(failures, scenario) &&
    (inner === undefined || failures.every((failure) => leadsTo(failure, inner)))
  )
}

const areAll = (failures: readonly Failure[], { pointer, documentUri }: Statement): boolean =>
  failures.length > 0 &&
  failures.every((failure) => failure.schemaPointer === pointer && failure.documentUri === documentUri)

/** Whether a branch violates only this keyword, at any depth. */
const leadsTo = (failure: Failure, inner: Statement): boolean =>
  failure.branches.some(
    (failures) =>
      failures.length > 0 && failures.every((below) => areAll([below], inner) || leadsTo(below, inner)),
  )

const direction = 'request'

/** Copies of a request, each with one violated keyword of its body, for keywords that this body can violate. */
export const breakBody = (
  operation: ApiOperation,
  values: RequestValues,
): readonly { readonly values: RequestValues; readonly target: CaseTarget }[] => {
  const { body } = values
  const schema = operation.body?.media.find(({ contentType }) => contentType === body?.contentType)?.schema
  if (body === undefined || schema === undefined) return []
  const template = templateValue(schema, { direction })
  return brokenValues(schema, { direction }).flatMap((scenario) => {
    const fits = (value: Json): boolean => breaksOnly(schema, value, scenario)
    const applied = applyChangeWhere(template, scenario.value, body.value, fits)
    if (applied === undefined && !fits(scenario.value)) return []
    const broken = applied ?? scenario.value
    const { keyword, pointer, documentUri } = scenario
    const target = { location: 'body', name: '', keyword, pointer, documentUri } as const
    return [{ values: withBody(values, body.contentType, broken), target }]
  })
}
