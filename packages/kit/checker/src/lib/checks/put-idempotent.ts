import type { Exchange } from '../run/exchange.ts'
import type { Json } from '../schema/json.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { commonFields } from './sequence/common-fields.ts'
import { findStep } from './sequence/find-step.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { pairThings, readSent, readShown } from './sequence/read-things.ts'
import { writesAsOneThing } from './sequence/writes-as-one-thing.ts'

/** Which earlier step shows the state after the first PUT, for each step that shows it after the second. */
const FIRST: Readonly<Record<string, string>> = {
  'put-again': 'change',
  'read-after-put-again': 'read-after-change',
}

/**
 * The same PUT twice is as good as once (RFC 9110, 9.2.2): numbers, booleans and lengths of lists that were sent stay as they
 * were, and what was there is still found. Blames the PUT.
 */
export const putIdempotent: Check = defineCheck({
  id: 'put-idempotent',
  title: 'PUT twice is PUT once',
  severity: 'medium',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const again = exchange.case.step === 'put-again' ? exchange : findStep(exchange, 'put-again')
    const first = again && findStep(again, 'change')
    const then = findStep(exchange, FIRST[exchange.case.step ?? ''] ?? '')
    if (again === undefined || first === undefined || then === undefined) return []
    if (again.case.request.method !== 'PUT' || outcomeOf(first) !== 'done' || outcomeOf(then) !== 'done')
      return []
    const subject = describeAnswer(again)
    if (outcomeOf(exchange) === 'gone') {
      return [
        createFinding(
          putIdempotent,
          again,
          `${subject}, the second to the same request, leaves nothing to be found.`,
        ),
      ]
    }
    if (outcomeOf(again) !== 'done' || outcomeOf(exchange) !== 'done' || !writesAsOneThing(again)) return []
    const names = differingNames(again, then, exchange)
    if (names.length === 0) return []
    const message = `${subject}, the second to the same request, changes what the first had set: ${names.join(', ')}.`
    return [createFinding(putIdempotent, again, message)]
  },
})

const differingNames = (put: Exchange, then: Exchange, now: Exchange): readonly string[] => {
  const [before, after] = pairThings(readShown(then), readShown(now)) ?? []
  const [sent] = before === undefined ? [] : (pairThings(readSent(put), [before]) ?? [])
  if (sent === undefined || before === undefined || after === undefined) return []
  return commonFields(before, after, false)
    .filter(
      ({ name, left, right }) =>
        Object.hasOwn(sent.value, name) && right !== undefined && measure(left) !== measure(right),
    )
    .map(({ name }) => name)
}

/** Texts may be written anew each time; everything that adds up is measured. */
const measure = (value: Json): string => {
  if (Array.isArray(value)) return `${value.length} items`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
