import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, type Json, own } from '@contract-kit/json-schema/json'
import { findFlag, findKeyword } from '@contract-kit/json-schema/schemas'
import { wordsOf } from '@contract-kit/resources/words'
import { describeProperty } from '@contract-kit/json-schema/schemas'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { saysTheSame } from '../../compare/same-values.ts'
import { findStep, outcomeOf } from '../../compare/facts.ts'
import { pairThings, readSent, readShown, type Thing } from '../../compare/things.ts'

const WRITES = ['create-owned', 'change-owned']

/**
 * The server alone sets a `readOnly` property (2020-12 Validation, 9.4). A request that names it does not set it, and a change does not
 * move the time of creation. Keeps silent if the value was there before.
 */
export const readOnlyWritten: Check = defineCheck({
  id: 'read-only-written',
  title: 'Read-only property is changed by a request',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step = '' } = exchange.case
    if (outcomeOf(exchange) !== 'done') return []
    if (step === 'read-after-change') return judgeChange(exchange)
    const write = step === 'read-owned' ? findStep(exchange, ...WRITES) : exchange
    if (write === undefined || !WRITES.includes(write.case.step ?? '') || outcomeOf(write) !== 'done')
      return []
    const names = takenNames(write, exchange)
    if (names.length === 0 || (write !== exchange && takenNames(write, write).length > 0)) return []
    const message = `${describeAnswer(write)} changes read-only properties as the request says: ${names.join(', ')}.`
    return [createFinding(readOnlyWritten, write, message)]
  },
})

const takenNames = (write: Exchange, shown: Exchange): readonly string[] => {
  const [sent, now] = pairThings(readSent(write), readShown(shown)) ?? []
  const before = findStep(write, 'read-before-change')
  const [, old] =
    now === undefined || before === undefined ? [] : (pairThings([now], readShown(before)) ?? [])
  if (sent === undefined || now === undefined || old === undefined) return []
  return Object.entries(sent.value)
    .filter(
      ([name, value]) =>
        isReadOnly(now, name) && isSame(value, own(now.value, name)) && !isSame(value, own(old.value, name)),
    )
    .map(([name]) => name)
}

const isSame = (value: Json, shown: Json | undefined): boolean =>
  shown !== undefined && (equalJson(value, shown) || saysTheSame(value, shown))

const isReadOnly = ({ schemas }: Thing, name: string): boolean =>
  describeProperty(schemas, name).schemas.some((node) => findFlag(node, 'readOnly') !== undefined)

/** Whether the item was changed and not created again: a 201 says that it was created. */
const judgeChange = (read: Exchange): readonly Finding[] => {
  const change = findStep(read, 'change')
  const before = change && findStep(change, 'read-before-change', 'read-after-change')
  if (change === undefined || before === undefined || change.answer.status === 201) return []
  if (outcomeOf(change) !== 'done' || outcomeOf(before) !== 'done') return []
  const [old, now] = pairThings(readShown(before), readShown(read)) ?? []
  if (old === undefined || now === undefined) return []
  const names = Object.entries(old.value).flatMap(([name, was]) => {
    const is = own(now.value, name)
    return is !== undefined && isTimeOfCreation(now, name) && !isSame(was, is) ? [name] : []
  })
  if (names.length === 0) return []
  const message = `${describeAnswer(change)} changes the time at which the item was created: ${names.join(', ')}.`
  return [createFinding(readOnlyWritten, change, message)]
}

const isTimeOfCreation = (thing: Thing, name: string): boolean =>
  wordsOf(name)[0] === 'created' &&
  isReadOnly(thing, name) &&
  describeProperty(thing.schemas, name).schemas.some((node) => findKeyword(node, 'format') === 'date-time')
