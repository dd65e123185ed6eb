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
 * A successful response has a well-formed body that matches its schema. Errors belong to `error-body-conformance`. If the server accepts an
 * invalid request and returns its data, only the acceptance is a fault.
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
 * An error has a well-formed body that matches its schema. A response to an undeclared method must match the documented 405 of its path.
 * Reports one finding per response, because a different error shape breaks many keywords at once.
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
    // One handler usually rejects the undeclared methods of all paths.
    return [exchange.case.operation === undefined ? { ...finding, cause: 'undeclared method' } : finding]
  },
})

/**
 * Every property of a response is documented, at any depth. Reports one finding per object schema. Skips an object that lacks a required
 * property, because it is misnamed rather than extra, and a body that leaks internals.
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
    // If the server accepted an invalid request, only that is reported.
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

/** A violation of a response body's documentation. */
interface BodyFault {
  readonly pointer: string
  /** The complete sentence. */
  readonly message: string
  /** Distinguishes faults at the same pointer. */
  readonly kind: 'missing' | 'syntax' | 'schema'
}

/** Statuses without a body (RFC 9110, 15). */
const BODILESS = new Set([204, 205, 304])

/**
 * Finds how a body differs from the documentation of its status: missing, invalid JSON, or schema violations. Returns one fault per
 * keyword. Ignores undocumented media types.
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

/** Whether a documented body cannot be empty. Empty text is valid; empty JSON is not. */
const promisesBody = ({ media }: ApiResponse): boolean =>
  media.length > 0 && media.every(({ contentType }) => isJsonType(contentType))
