import { deriveSeed } from '../core/case.ts'
import type { Exchange } from '../core/exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { evaluate, findKeyword, type SchemaNode } from '@contract-kit/json-schema/schemas'
import { templateValue, UnsatisfiableSchemaError, validValuesOf } from '@contract-kit/json-schema/values'
import type { ApiOperation } from '@contract-kit/openapi'
import type { RequestValues } from '@contract-kit/openapi/wire'
import {
  isRejection,
  kindOfRejection,
  lacks,
  listedValues,
  namedPlaces,
  namesClearly,
  type Requirement,
} from '../session/rejections.ts'
import { changeAt, type RequestPlace, requestPlaces, valuesAt } from '../session/request-places.ts'
import { drawSamples } from './candidate-values.ts'

/** A request and its response. */
export interface Attempt {
  /** The values before existing ids are inserted. */
  readonly values: RequestValues
  readonly exchange: Exchange
}

/** Knowledge of a run about places of requests. */
interface Knowledge {
  readonly seed: number
  /** Whether a place has a fixed value, such as one from the configuration. */
  readonly isFixed: (place: RequestPlace) => boolean
  /** Values of places with the same name in successful requests. */
  readonly accepted: (place: RequestPlace) => readonly Json[]
}

/** Sends a request with existing ids. Undefined if it cannot be sent or gets no response. */
type Send = (values: RequestValues) => Promise<Exchange | undefined>

/** Maximum number of requests for one rejection. */
const TRIALS = 30

/** Maximum number of values for one place. */
const VALUES = 6

export const hasSucceeded = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

/**
 * Follows the hints in a rejection: sends the request with a suggested value, with another one, or without it, and continues from new
 * hints. Returns the successful attempt, else the one with the most progress.
 */
export const learnFromRejection = async (
  operation: ApiOperation,
  rejected: Attempt,
  knowledge: Knowledge,
  send: Send,
): Promise<Attempt> => {
  let furthest = rejected
  const seen = new Set([kindOfRejection(rejected.exchange)])
  const tried = new Set<string>()
  for (let count = 0; count < TRIALS; count += 1) {
    const values = nextTrial(operation, furthest, knowledge, tried)
    if (values === undefined) return furthest
    const exchange = await send(values)
    if (exchange === undefined) continue
    if (hasSucceeded(exchange)) return { values, exchange }
    const kind = kindOfRejection(exchange)
    if (!isRejection(exchange) || seen.has(kind) || !isFurther(furthest.exchange, exchange)) continue
    seen.add(kind)
    furthest = { values, exchange }
  }
  return furthest
}

/** Whether a rejection names another place than the previous one, or the value of a place that was empty. */
const isFurther = (before: Exchange, rejection: Exchange): boolean => {
  const [[place], [next]] = [namedPlaces(before), namedPlaces(rejection)]
  if (next === undefined || next !== place) return next !== undefined
  return before.case.values !== undefined && lacks(before.case.values, next)
}

/** The next request after a rejection. For each named place: with a value, with other values, then without. */
const nextTrial = (
  operation: ApiOperation,
  { values, exchange }: Attempt,
  knowledge: Knowledge,
  tried: Set<string>,
): RequestValues | undefined => {
  tried.add(writeJson(values))
  for (const place of namedPlaces(exchange).filter((each) => !knowledge.isFixed(each))) {
    const trials = [
      ...valuesFor(exchange, operation, place, knowledge).map((value) =>
        changeAt(operation, values, place, () => value),
      ),
      ...(place.isRequired ? [] : [changeAt(operation, values, place, () => undefined)]),
    ]
    for (const trial of trials) {
      const key = writeJson(trial)
      if (tried.has(key)) continue
      tried.add(key)
      return trial
    }
  }
  return undefined
}

/** Values for a place, most promising first: listed in the rejection, accepted elsewhere, documented, simplest, generated. */
const valuesFor = (
  rejection: Exchange,
  operation: ApiOperation,
  place: RequestPlace,
  { seed, accepted }: Knowledge,
): readonly Json[] => {
  const { location, name, schema } = place
  if (schema === undefined) return ['x']
  const values = [
    ...listedValues(rejection),
    ...accepted(place),
    ...namedValues(schema),
    ...generatedValues(schema, deriveSeed(seed, 'learn', operation.id, location, name)),
  ]
  const valid = values.filter((value) => evaluate(schema, value, { direction: 'request' }).length === 0)
  return [...new Map(valid.map((value) => [writeJson(value), value])).values()].slice(0, VALUES)
}

const namedValues = (schema: SchemaNode): readonly Json[] => {
  const [examples, members] = ['examples', 'enum'].map((keyword) => findKeyword(schema, keyword))
  const format = findKeyword(schema, 'format')
  return [
    ...[findKeyword(schema, 'example'), findKeyword(schema, 'default')].filter(
      (value) => value !== undefined,
    ),
    ...(Array.isArray(examples) ? examples : []),
    ...(Array.isArray(members) ? members : []),
    ...(format === 'date-time' ? ['2099-12-31T00:00:00Z'] : format === 'date' ? ['2099-12-31'] : []),
  ]
}

const generatedValues = (schema: SchemaNode, seed: number): readonly Json[] => {
  try {
    return [
      templateValue(schema, { direction: 'request' }),
      ...drawSamples(validValuesOf(schema, { direction: 'request' }), seed, VALUES),
    ]
  } catch (error) {
    if (error instanceof UnsatisfiableSchemaError) return []
    throw error
  }
}

/** Maximum number of optional values tested for being required. */
const PROVEN = 12

/** Finds undocumented requirements: without the value, the same request is rejected by a response that names only this missing value. */
export const proveRequirements = async (
  operation: ApiOperation,
  { values }: Attempt,
  send: Send,
): Promise<readonly Requirement[]> => {
  const optional = requestPlaces(operation).filter(
    (place) => !place.isRequired && valuesAt(values, place).some((value) => value !== undefined),
  )
  const proven: Requirement[] = []
  for (const place of optional.slice(0, PROVEN)) {
    const smaller = changeAt(operation, values, place, () => undefined)
    const rejection = lacks(smaller, place) ? await send(smaller) : undefined
    if (rejection !== undefined && isRejection(rejection) && isNamedAlone(rejection, place))
      proven.push({ operation, place, rejection })
  }
  return proven
}

/** If a rejection names several missing values, one of them may be sufficient. */
const isNamedAlone = (rejection: Exchange, place: RequestPlace): boolean => {
  const { operation, values } = rejection.case
  if (operation === undefined || values === undefined || !lacks(values, place)) return false
  return (
    namesClearly(rejection, place) &&
    requestPlaces(operation).every(
      (other) => other === place || !lacks(values, other) || !namesClearly(rejection, other),
    )
  )
}
