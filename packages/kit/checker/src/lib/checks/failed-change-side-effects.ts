import type { Exchange } from '../run/exchange.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { equalJson } from '../schema/judge/equal-json.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { agrees } from './sequence/agrees.ts'
import { findStep } from './sequence/find-step.ts'
import { isNothing } from './sequence/is-nothing.ts'
import { isServerOwned } from './sequence/is-server-owned.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { pairThings, readSent, readShown } from './sequence/read-things.ts'
import { saysTheSame } from './sequence/says-the-same.ts'
import { describeProperty } from './schema/property-schemas.ts'

/**
 * A change that was refused changed nothing: no property took the value that was refused, none that the request left out is
 * lost, and the thing is still there. Blames the refused change.
 */
export const failedChangeSideEffects: Check = defineCheck({
  id: 'failed-change-side-effects',
  title: 'A refused change changes nothing',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'read-after-failed-change') return []
    const failed = findStep(exchange, 'failed-change')
    const before = findStep(exchange, 'read-before-change', 'read-after-failed-change', 'read-after-change')
    if (failed === undefined || before === undefined || outcomeOf(before) !== 'done') return []
    if (!isRefusal(failed)) return []
    const subject = describeAnswer(failed)
    if (outcomeOf(exchange) === 'gone') {
      return [
        createFinding(
          failedChangeSideEffects,
          failed,
          `${subject} refuses a change, after which the thing is gone.`,
        ),
      ]
    }
    const names = outcomeOf(exchange) === 'done' ? changedNames(failed, before, exchange) : []
    if (names.length === 0) return []
    const message = `${subject} refuses a change and makes it all the same: ${names.join(', ')}.`
    return [createFinding(failedChangeSideEffects, failed, message)]
  },
})

/** 404 too: what the change could not find, it could not change. */
const isRefusal = (failed: Exchange): boolean =>
  outcomeOf(failed) === 'refused' || outcomeOf(failed) === 'gone'

const changedNames = (failed: Exchange, before: Exchange, after: Exchange): readonly string[] => {
  const [old, now] = pairThings(readShown(before), readShown(after)) ?? []
  const sent = readSent(failed)[0]
  if (old === undefined || now === undefined || sent === undefined) return []
  const [request] = pairThings(readSent(failed), [now]) ?? [sent]
  const taken = Object.entries(request.value).filter(([name, value]) => {
    const [was, is] = [valueOf(old.value, name), valueOf(now.value, name)]
    return (
      is !== undefined &&
      value !== null &&
      saysTheSame(value, is) &&
      !(was !== undefined && equalJson(was, is)) &&
      !(was !== undefined && agrees(value, was))
    )
  })
  const lost = Object.entries(old.value).filter(([name, was]) => {
    if (Object.hasOwn(request.value, name) || isNothing(was)) return false
    return describeProperty(request.schemas, name).schemas.length > 0 && isNothing(valueOf(now.value, name))
  })
  return [...taken, ...lost].map(([name]) => name).filter((name) => !isServerOwned(name, false))
}

const valueOf = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
