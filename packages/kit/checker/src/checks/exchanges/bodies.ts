import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isJsonType } from '@contract-kit/openapi/wire'
import { appendTokens } from '@contract-kit/json-schema/json'
import { placeOf } from '@contract-kit/json-schema/schemas'
import { type ApiResponse, essenceOf } from '@contract-kit/openapi'
import type { UndocumentedProperty } from '@contract-kit/json-schema/schemas'
import { findAcceptedFault } from './acceptance.ts'
import {
  bindsResponse,
  describeResponse,
  describeFailure,
  isDeclared,
  undocumentedIn,
} from './exchange-facts.ts'
import { findLeak } from './leaked-internals.ts'
import { describeFlaw } from './well-formed.ts'

/**
 * A successful response has a body that is well-formed and satisfies its schema. Errors belong to `error-body-conformance`. An accepted
 * invalid request is one fault: if its data come back as they were sent, that is not another one.
 */
export const responseSchemaConformance: Check = defineCheck({
  id: 'response-schema-conformance',
  title: 'Body does not match its schema',
  severity: 'high',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: isDeclared,
  verify: (exchange) =>
    exchange.response.status >= 400 || [exchange, ...exchange.history].some(findAcceptedFault)
      ? []
      : findBodyFaults(exchange).map(({ message, pointer, kind }) =>
          createFinding(responseSchemaConformance, exchange, message, pointer, kind),
        ),
})

/**
 * An error has a body that is well-formed and satisfies its schema. A response to an undeclared method must have the body of the documented
 * 405 of its path. Makes one finding per response: an error of another shape breaks many statements at once, but is one fault.
 */
export const errorBodyConformance: Check = defineCheck({
  id: 'error-body-conformance',
  title: 'Error body does not match its schema',
  severity: 'medium',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: () => true,
  verify: (exchange) => {
    if (exchange.response.status < 400) return []
    const [fault] = findBodyFaults(exchange)
    if (fault === undefined) return []
    const finding = createFinding(errorBodyConformance, exchange, fault.message, fault.pointer, fault.kind)
    // One place rejects the undeclared methods of all paths.
    return [exchange.case.operation === undefined ? { ...finding, cause: 'undeclared method' } : finding]
  },
})

/**
 * Every property of a response is documented, at any depth. One finding per object schema. Keeps silent if the same object lacks a required
 * property, which is then misnamed rather than extra, or if the body leaks internals.
 */
export const undocumentedProperties: Check = defineCheck({
  id: 'undocumented-properties',
  title: 'Property is not documented',
  severity: 'medium',
  needs: 'response',
  sharedParts: ['error page'],
  judgesReplays: true,
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { response, media, bodyFailures, settings } = exchange
    if (!settings.strictResponses || response.json === undefined || media?.schema === undefined) return []
    if (!bindsResponse(exchange) || findLeak(exchange) !== undefined) return []
    // If the server accepted an invalid request, that is the fault, and not the response to it.
    if ([exchange, ...exchange.history].some(findAcceptedFault)) return []
    // Problem details may be extended (RFC 9457, section 3.2).
    if (essenceOf(response.contentType ?? '') === 'application/problem+json') return []
    const lacking = bodyFailures
      .filter(({ keyword }) => keyword === 'required')
      .map(({ instancePointer }) => instancePointer)
    const extra = undocumentedIn(exchange).filter(({ instancePointer }) => !lacking.includes(instancePointer))
    return [...groupBySchema(extra).values()].map((group) => {
      const names = [...new Set(group.map(({ name }) => name))].slice(0, 5).join(', ')
      const message = `${describeResponse(exchange)} has properties that the document does not declare: ${names}.`
      return createFinding(undocumentedProperties, exchange, message, pointerOf(group))
    })
  },
})

const groupBySchema = (
  extra: readonly UndocumentedProperty[],
): ReadonlyMap<string, readonly UndocumentedProperty[]> => Map.groupBy(extra, ({ schema }) => placeOf(schema))

const pointerOf = ([first]: readonly UndocumentedProperty[]): string =>
  first === undefined ? '' : appendTokens(first.schema.pointer, 'properties')

/** A statement about a body that a response breaks. */
interface BodyFault {
  readonly pointer: string
  /** The whole sentence. */
  readonly message: string
  /** Distinguishes faults of one pointer. */
  readonly kind: 'missing' | 'syntax' | 'schema'
}

/** Statuses that never have a body (RFC 9110, 15). */
const BODILESS = new Set([204, 205, 304])

/**
 * Finds where the body differs from the documentation of the status: it is missing, is not JSON, or breaks its schema. Returns one fault
 * per broken statement. Does not judge a body of an undocumented media type.
 */
const findBodyFaults = (exchange: Exchange): readonly BodyFault[] => {
  const { response, documented, media, bodyFailures } = exchange
  if (documented === undefined || !bindsResponse(exchange)) return []
  const subject = describeResponse(exchange)
  if (response.body.length === 0) {
    if (!promisesBody(documented) || BODILESS.has(response.status) || exchange.case.request.method === 'HEAD')
      return []
    const pointer = appendTokens(documented.pointer, 'content')
    return [{ pointer, kind: 'missing', message: `${subject} has no body, but the document declares one.` }]
  }
  if (media === undefined) return []
  const flaw = describeFlaw(response)
  if (flaw !== undefined) return [{ pointer: media.pointer, kind: 'syntax', message: `${subject} ${flaw}.` }]
  const pointers = [...new Set(bodyFailures.map(({ schemaPointer }) => schemaPointer))]
  return pointers.map((pointer) => {
    const clauses = bodyFailures.filter(({ schemaPointer }) => schemaPointer === pointer).map(describeFailure)
    return {
      pointer,
      kind: 'schema',
      message: `${subject} does not match its schema: ${[...new Set(clauses)].slice(0, 5).join(', ')}.`,
    }
  })
}

/** An empty text is a text; an empty JSON body is none. */
const promisesBody = ({ media }: ApiResponse): boolean =>
  media.length > 0 && media.every(({ contentType }) => isJsonType(contentType))
