import { essenceOf } from '../document/find-response.ts'
import { appendTokens } from '../schema/json-pointer.ts'
import { placeOf } from '../schema/schema-node.ts'
import { bindsAnswer } from './answer/binds-answer.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { findAcceptedFault } from './answer/find-accepted-fault.ts'
import { findLeak } from './answer/find-leak.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { findUndocumented, type UndocumentedProperty } from './schema/find-undocumented.ts'

/**
 * Every property of an answer is documented, at any depth. One finding per object schema. Silent where the same object
 * lacks a required property, which is then misnamed rather than extra, and where the body leaks internals.
 */
export const undocumentedProperties: Check = defineCheck({
  id: 'undocumented-properties',
  title: 'Properties are documented',
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
