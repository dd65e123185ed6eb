import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, writeJson } from '@contract-kit/json-schema/json'
import { isStateName, singularize, wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { findReopened } from '../../compare/states.ts'
import { isAccepted, stepsBefore } from '../job-never-ends/oracle.ts'
import { agrees, isNothing, isServerOwned, saysTheSame } from '../../compare/same-values.ts'
import { isToldByItem, findStep, outcomeOf, isUsedUp } from '../../compare/facts.ts'
import { pairThings, readSent, readShown } from '../../compare/things.ts'

/**
 * A rejected change has no effect: no property took a rejected value, no omitted property is lost, and the item still exists. Reports the
 * rejected change.
 */
export const failedChangeSideEffects: Check = defineCheck({
  id: 'failed-change-side-effects',
  title: 'Rejected change takes effect',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const [failed, before] = findAttempt(exchange)
    if (failed === undefined || before === undefined || outcomeOf(before) !== 'done') return []
    if (!isRefusal(failed) || isToldByItem(failed)) return []
    const subject = describeAnswer(failed)
    if (isUsedUp(exchange)) return []
    if (outcomeOf(exchange) === 'gone') {
      return [
        createFinding(
          failedChangeSideEffects,
          failed,
          `${subject} rejects a change, but the item is gone afterwards.`,
        ),
      ]
    }
    const names =
      outcomeOf(exchange) === 'done'
        ? new Set([...changedNames(failed, before, exchange), ...movedNames(failed, before, exchange)])
        : new Set<string>()
    if (names.size === 0) return []
    const message = `${subject} rejects a change, but the change takes effect: ${[...names].join(', ')}.`
    return [createFinding(failedChangeSideEffects, failed, message)]
  },
})

/** The rejected change and the read before it. The change was invalid, or had a stale condition and got 412. */
const findAttempt = (exchange: Exchange): readonly (Exchange | undefined)[] => {
  switch (exchange.case.step) {
    case 'read-after-failed-change':
      return [
        findStep(exchange, 'failed-change', 'change', 'failed-create'),
        findStep(exchange, 'read-before-change', 'read-after-failed-change', 'read-after-change'),
      ]
    case 'read-state': {
      const [last, ...earlier] = stepsBefore(exchange)
      return last?.case.step === 'act' && !earlier.some(isAccepted) ? [last, earlier[0]] : []
    }
    case 'condition-first': {
      const last = exchange.history.at(-1)
      return last?.case.step === 'condition-stale' && last.answer.status === 412
        ? [last, findStep(exchange, 'condition-first', 'condition-after')]
        : []
    }
    default:
      return []
  }
}

/** 404 counts too: a change that does not find an item cannot change it. */
const isRefusal = (failed: Exchange): boolean =>
  outcomeOf(failed) === 'refused' || outcomeOf(failed) === 'gone'

/** Properties that took a value of a change, or that it removed. */
export const changedNames = (failed: Exchange, before: Exchange, after: Exchange): readonly string[] => {
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

/**
 * Names the properties that two reads before an action show alike, and that the read after it shows differently. Considers properties set
 * at the creation, properties with a word of the action in their names, and a state that was final. All others may change by themselves.
 */
export const movedNames = (action: Exchange, before: Exchange, after: Exchange): readonly string[] => {
  const { target } = before.case.request
  const earlier = before.history.findLast(({ case: { request } }) => request.target === target)
  const created = findStep(after, 'create')
  if (
    !/^(act|stranger-change)$/.test(action.case.step ?? '') ||
    earlier === undefined ||
    created === undefined
  )
    return []
  const [first] = pairThings(readShown(earlier), readShown(after)) ?? []
  const [second, now] = pairThings(readShown(before), readShown(after)) ?? []
  const reopened = findReopened(before, after)?.name
  return Object.entries(second?.value ?? {}).flatMap(([name, was]) => {
    const [once, is] = [first, now].map((thing) => valueOf(thing?.value ?? {}, name))
    if (is === undefined || saysTheSame(was, is) || !equalJson(once, was)) return []
    const isSet =
      readSent(created).some(({ value }) => Object.hasOwn(value, name)) && !isServerOwned(name, true)
    return isSet || name === reopened || isNamedIn(action, name) ? [name] : []
  })
}

/** A counter of refusals, or a record of the last one, has the word of the action in its name, too. */
const ON_REFUSAL = /attempt|tries|fail|error|last|reject|refus|denied/i

/** Whether a request has a word of a property in its path or body: `archive` and `isArchived`, `documents` and `documentCount`. */
const isNamedIn = ({ case: { path, values } }: Exchange, name: string): boolean => {
  if (ON_REFUSAL.test(name) || isStateName(name)) return false
  const text = `${path.split('/').at(-1) ?? ''} ${writeJson(values?.body?.value ?? null)}`
  const said = wordsOf(text).map(stemOf)
  return wordsOf(name).some((word) => word.length > 3 && said.includes(stemOf(word)))
}

const stemOf = (word: string): string => singularize(word).slice(0, 5)

const valueOf = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
