import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import { findIds } from '../resources/find-id.ts'
import { idQueryOf } from '../resources/finish-resources.ts'
import type { Resource } from '../resources/resource-graph.ts'
import { sketchValue } from '../resources/sketch-value.ts'
import type { Exchange } from '../run/exchange.ts'
import { toCanonicalText } from '../schema/judge/equal-json.ts'
import { findAt, parsePointer } from '../schema/json-pointer.ts'
import type { Json } from '../schema/json.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import { requestHeader } from './answer/request-header.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { readCreated } from './sequence/find-created.ts'
import { findStep } from './sequence/find-step.ts'
import { isSameId } from './sequence/is-same-id.ts'
import { outcomeOf } from './sequence/outcome.ts'

/**
 * An id names one thing: what is asked for by its id is what is shown, and two creations give two ids. The id asked for must
 * have come from the same property of an earlier answer.
 */
export const resourceIdentity: Check = defineCheck({
  id: 'resource-identity',
  title: 'An id names one thing',
  severity: 'critical',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (outcomeOf(exchange) !== 'done') return []
    if (sharesId(exchange)) {
      const message = `${describeAnswer(exchange)} gives a new thing the id of another.`
      return [createFinding(resourceIdentity, exchange, message, undefined, 'shared')]
    }
    if (!showsAnother(exchange)) return []
    return [
      createFinding(
        resourceIdentity,
        exchange,
        `${describeAnswer(exchange)} shows another thing than the one asked for.`,
      ),
    ]
  },
})

/** Two different requests, neither a repetition of the other, were both answered 201 with one id. */
const sharesId = (exchange: Exchange): boolean => {
  const {
    case: { step, request, operation, values },
    answer,
  } = exchange
  if (step !== 'create-second' || request.method !== 'POST' || answer.status !== 201) return false
  const first = findStep(exchange, 'create')
  if (first?.case.operation !== operation || first?.answer.status !== 201) return false
  const isRepetition =
    toCanonicalText(first.case.values?.body?.value ?? null) ===
      toCanonicalText(values?.body?.value ?? null) || (requestHeader(request, 'idempotency-key') ?? '') !== ''
  return (
    !isRepetition &&
    request.target === first.case.request.target &&
    isSameId(readCreated(first)?.id, readCreated(exchange)?.id)
  )
}

const showsAnother = (exchange: Exchange): boolean => {
  const {
    document,
    case: { operation, values, boundTo = {} },
    answer: { json },
  } = exchange
  const resource = buildResourceGraph(document).resources.find(({ read, replace, patch }) =>
    [read, replace, patch].some((call) => call?.operation === operation),
  )
  const place = resource && idPlaceOf(resource, exchange)
  if (
    resource === undefined ||
    json === undefined ||
    (place?.location !== 'path' && place?.location !== 'query')
  )
    return false
  const origin = boundTo[`${place.location}.${place.name}`]
  const [pointer] = findIds(sketchValue(json), idQueryOf(resource))
  if (origin === undefined || pointer === undefined || propertyOf(origin) !== parsePointer(pointer).at(-1))
    return false
  const shown: Json | undefined = findAt(json, pointer)
  const asked = values?.[place.location][place.name]
  if (shown === undefined || shown === null || typeof asked === 'object') return false
  return !isSameId(shown, asked)
}

const idPlaceOf = ({ read, replace, patch }: Resource, { case: { operation } }: Exchange) =>
  [read, replace, patch].find((call) => call?.operation === operation)?.id

const propertyOf = (origin: string): string | undefined => /\$response\.body#.*\/([^/]+)$/.exec(origin)?.[1]
