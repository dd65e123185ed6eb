import type { Exchange } from '../run/exchange.ts'
import { findKeyword } from '../resources/find-keyword.ts'
import { equalJson } from '../schema/judge/equal-json.ts'
import { findFlag } from '../schema/judge/find-flag.ts'
import type { Json } from '../schema/json.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { describeProperty } from './schema/property-schemas.ts'
import { findStep } from './sequence/find-step.ts'
import { isNothing } from './sequence/is-nothing.ts'
import { isServerOwned } from './sequence/is-server-owned.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { pairThings, readSent, readShown } from './sequence/read-things.ts'
import { saysTheSame } from './sequence/says-the-same.ts'
import type { Thing } from './sequence/thing.ts'
import { writesAsOneThing } from './sequence/writes-as-one-thing.ts'

/**
 * PUT replaces the whole: an optional property that an earlier request set and this PUT leaves out does not keep its value
 * (RFC 9110, 9.3.4). Silent about values that a server may fill in: defaults, booleans, fixed choices. Blames the PUT.
 */
export const putReplaces: Check = defineCheck({
  id: 'put-replaces',
  title: 'PUT replaces the whole',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'change' && exchange.case.step !== 'read-after-change') return []
    const put = exchange.case.step === 'change' ? exchange : findStep(exchange, 'change')
    if (put?.case.request.method !== 'PUT' || outcomeOf(put) !== 'done' || outcomeOf(exchange) !== 'done')
      return []
    const names = writesAsOneThing(put) ? keptNames(put, exchange) : []
    if (names.length === 0) return []
    const message = `${describeAnswer(put)} keeps what the new representation leaves out: ${names.join(', ')}.`
    return [createFinding(putReplaces, put, message)]
  },
})

const keptNames = (put: Exchange, shown: Exchange): readonly string[] => {
  const [sent, now] = pairThings(readSent(put), readShown(shown)) ?? []
  if (sent === undefined || now === undefined) return []
  return Object.entries(now.value)
    .filter(
      ([name, value]) =>
        !Object.hasOwn(sent.value, name) && isReplaceable(sent, name, value) && wasSet(put, name, value),
    )
    .map(([name]) => name)
}

/** An optional property of the request whose value no server would think of by itself. */
const isReplaceable = ({ schemas }: Thing, name: string, value: Json): boolean => {
  const property = describeProperty(schemas, name)
  if (property.schemas.length === 0 || isServerOwned(name, true)) return false
  if (isNothing(value) || typeof value === 'boolean' || value === 0) return false
  return !property.schemas.some((node) => mayBeFilledIn(node, value))
}

const mayBeFilledIn = (node: SchemaNode, value: Json): boolean =>
  findFlag(node, 'readOnly') !== undefined ||
  findFlag(node, 'writeOnly') !== undefined ||
  findKeyword(node, 'enum') !== undefined ||
  findKeyword(node, 'const') !== undefined ||
  equalJson(findKeyword(node, 'default'), value)

/** Whether an earlier request of the scenario set the property to this very value. */
const wasSet = (put: Exchange, name: string, value: Json): boolean =>
  put.history
    .filter((earlier) => writesAsOneThing(earlier) && outcomeOf(earlier) === 'done')
    .flatMap(readSent)
    .some((thing) => Object.hasOwn(thing.value, name) && saysTheSame(thing.value[name] ?? null, value))
