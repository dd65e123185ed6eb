import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isJsonType } from '../../http/wire-request.ts'
import { appendTokens } from '../../json-schema/base/json.ts'
import { placeOf } from '../../json-schema/base/schema-set.ts'
import { type ApiResponse, essenceOf } from '../../openapi/api-document.ts'
import { findUndocumented, type UndocumentedProperty } from '../described-values.ts'
import { findAcceptedFault } from './acceptance.ts'
import { bindsAnswer, describeAnswer, describeFailure, isDeclared } from './exchange-facts.ts'
import { findLeak } from './leaked-internals.ts'
import { describeFlaw } from './well-formed.ts'

/**
 * The body of a successful answer is there, is well-formed and keeps its schema. Errors belong to `error-body-conformance`. An invalid
 * request that was accepted is one fault: that its data come back as they were sent, then or later, is not another.
 */
export const responseSchemaConformance: Check = defineCheck({
  id: 'response-schema-conformance',
  title: 'Body breaks its schema',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) =>
    exchange.answer.status >= 400 || [exchange, ...exchange.history].some(findAcceptedFault)
      ? []
      : findBodyFaults(exchange).map(({ message, pointer, kind }) =>
          createFinding(responseSchemaConformance, exchange, message, pointer, kind),
        ),
})

/**
 * The body of an error is there, is well-formed and keeps its schema; to an undeclared method, the one of the documented 405 of its path.
 * One finding per answer: an error of another shape
 * breaks many statements at once, and is one fault.
 */
export const errorBodyConformance: Check = defineCheck({
  id: 'error-body-conformance',
  title: 'Error body breaks its schema',
  severity: 'medium',
  appliesTo: () => true,
  verify: (exchange) => {
    if (exchange.answer.status < 400) return []
    const [fault] = findBodyFaults(exchange)
    if (fault === undefined) return []
    const finding = createFinding(errorBodyConformance, exchange, fault.message, fault.pointer, fault.kind)
    // One place rejects the undeclared methods of all paths.
    return [exchange.case.operation === undefined ? { ...finding, cause: 'undeclared method' } : finding]
  },
})

/**
 * Every property of an answer is documented, at any depth. One finding per object schema. Silent where the same object
 * lacks a required property, which is then misnamed rather than extra, and where the body leaks internals.
 */
export const undocumentedProperties: Check = defineCheck({
  id: 'undocumented-properties',
  title: 'Property is not documented',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { answer, media, bodyFailures, settings } = exchange
    if (!settings.strictResponses || answer.json === undefined || media?.schema === undefined) return []
    if (!bindsAnswer(exchange) || findLeak(exchange) !== undefined) return []
    // What came back from an invalid request that was accepted is that fault, not another.
    if ([exchange, ...exchange.history].some(findAcceptedFault)) return []
    // Problem details may be extended (RFC 9457, section 3.2).
    if (essenceOf(answer.contentType ?? '') === 'application/problem+json') return []
    const lacking = bodyFailures
      .filter(({ keyword }) => keyword === 'required')
      .map(({ instancePointer }) => instancePointer)
    const extra = findUndocumented(media.schema, answer.json).filter(
      ({ instancePointer }) => !lacking.includes(instancePointer),
    )
    return [...groupBySchema(extra).values()].map((group) => {
      const names = [...new Set(group.map(({ name }) => name))].slice(0, 5).join(', ')
      const message = `${describeAnswer(exchange)} has properties that the document does not name: ${names}.`
      return createFinding(undocumentedProperties, exchange, message, pointerOf(group))
    })
  },
})

const groupBySchema = (
  extra: readonly UndocumentedProperty[],
): ReadonlyMap<string, readonly UndocumentedProperty[]> => Map.groupBy(extra, ({ schema }) => placeOf(schema))

const pointerOf = ([first]: readonly UndocumentedProperty[]): string =>
  first === undefined ? '' : appendTokens(first.schema.pointer, 'properties')

/** A statement about a body that an answer breaks. */
interface BodyFault {
  readonly pointer: string
  /** The whole sentence. */
  readonly message: string
  /** Tells faults of one pointer apart. */
  readonly kind: 'missing' | 'syntax' | 'schema'
}

/** Statuses that never have a body (RFC 9110, 15). */
const BODILESS = new Set([204, 205, 304])

/**
 * Where the body is not what the document says of the status: it is missing, is no JSON, or breaks its schema; one fault
 * per broken statement. A body of an undocumented media type is not judged.
 */
const findBodyFaults = (exchange: Exchange): readonly BodyFault[] => {
  const { answer, response, media, bodyFailures } = exchange
  if (response === undefined || !bindsAnswer(exchange)) return []
  const subject = describeAnswer(exchange)
  if (answer.body.length === 0) {
    if (!promisesBody(response) || BODILESS.has(answer.status) || exchange.case.request.method === 'HEAD')
      return []
    const pointer = appendTokens(response.pointer, 'content')
    return [
      { pointer, kind: 'missing', message: `${subject} has no body, though the document promises one.` },
    ]
  }
  if (media === undefined) return []
  const flaw = describeFlaw(answer)
  if (flaw !== undefined) return [{ pointer: media.pointer, kind: 'syntax', message: `${subject} ${flaw}.` }]
  const pointers = [...new Set(bodyFailures.map(({ schemaPointer }) => schemaPointer))]
  return pointers.map((pointer) => {
    const clauses = bodyFailures.filter(({ schemaPointer }) => schemaPointer === pointer).map(describeFailure)
    return {
      pointer,
      kind: 'schema',
      message: `${subject} breaks its schema: ${[...new Set(clauses)].slice(0, 5).join(', ')}.`,
    }
  })
}

/** An empty text is a text; an empty JSON body is none. */
const promisesBody = ({ media }: ApiResponse): boolean =>
  media.length > 0 && media.every(({ contentType }) => isJsonType(contentType))
