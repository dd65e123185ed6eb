import { type Check, createFinding, defineCheck, type Finding } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { equalJson, isObject } from '@contract-kit/json-schema/json'
import type { Resource } from '@contract-kit/resources'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { isNarrowed } from '../../compare/lists.ts'
import { becameDeleted } from '../../compare/same-values.ts'
import {
  accuseBoth,
  type Created,
  createdBefore,
  findCreated,
  findStep,
  isSameId,
  outcomeOf,
  readWholeList,
} from '../../compare/facts.ts'

/**
 * A deleted item can be neither read (RFC 9110, 9.3.5) nor changed any more. Keeps silent if the deletion was only accepted, or if the item
 * is now marked as deleted, canceled or archived.
 */
export const useAfterDelete: Check = defineCheck({
  id: 'use-after-delete',
  title: 'Deleted item can still be used',
  severity: 'critical',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step === 'change-deleted') return judgeChange(exchange)
    if (exchange.case.step !== 'read-after-delete' || outcomeOf(exchange) !== 'done') return []
    const removed = findStep(exchange, 'delete')
    if (removed === undefined || outcomeOf(removed) !== 'done') return []
    const before = exchange.history.findLast((one) => isSameRead(one, exchange))
    if (becameDeleted(exchange.answer.json, before?.answer.json)) return []
    const message = `${describeAnswer(exchange)} still shows the item that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
    return accuseBoth(useAfterDelete, [removed, exchange], message)
  },
})

const isSameRead = ({ case: { operation, values } }: Exchange, { case: read }: Exchange): boolean =>
  operation === read.operation && equalJson(values?.path ?? {}, read.values?.path ?? {})

/**
 * A read showed that the item is gone, yet a change of it succeeds. Keeps silent about a PUT or PATCH that creates the item anew with 201
 * (RFC 9110, 9.3.4; RFC 5789, 2). Keeps silent too if the change documents neither 404 nor 410.
 */
const judgeChange = (change: Exchange): readonly Finding[] => {
  const { operation } = change.case
  const read = findStep(change, 'read-after-delete')
  const isTold = operation?.responses.has('404') === true || operation?.responses.has('410') === true
  if (outcomeOf(change) !== 'done' || change.answer.status === 201 || !isTold) return []
  // An earlier change may have created the item again.
  if (change.history.some((one) => one.case.step === 'change-deleted' && one.answer.status < 300)) return []
  const removed = findStep(change, 'delete')
  if (read === undefined || outcomeOf(read) !== 'gone') return []
  if (removed === undefined || outcomeOf(removed) !== 'done') return []
  const created = findStep(change, 'create')?.answer.json
  const sent = change.case.values?.body?.value
  const before = { ...(isObject(created) ? created : {}), ...(isObject(sent) ? sent : {}) }
  if (becameDeleted(change.answer.json, before)) return []
  const message = `${describeAnswer(change)} changes the item that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
  return [createFinding(useAfterDelete, change, message)]
}

/**
 * A list no longer shows a deleted item. Keeps silent if the item is now marked as deleted. If it can still be read, that is
 * `use-after-delete`.
 */
export const listKeepsDeleted: Check = defineCheck({
  id: 'list-keeps-deleted',
  title: 'List still shows a deleted item',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'list-after-delete') return []
    const removed = findStep(exchange, 'delete')
    if (removed === undefined || outcomeOf(removed) !== 'done') return []
    const created = findCreated(exchange)
    const kept =
      created && readWholeList(created.resource, exchange)?.find(({ id }) => isSameId(id, created.id))
    if (kept === undefined || becameDeleted(kept.value, created?.exchange.answer.json)) return []
    const read = findStep(exchange, 'read-after-delete')
    if (read !== undefined && outcomeOf(read) === 'done') return []
    const message = `${describeAnswer(exchange)} still lists the item that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
    return read === undefined
      ? accuseBoth(listKeepsDeleted, [removed, exchange], message)
      : [createFinding(listKeepsDeleted, exchange, message)]
  },
})

/**
 * A whole list holds an item that was just created in it. Keeps silent if a parameter may narrow the list, or if the item cannot be read
 * either: then it was never stored.
 */
export const listOmitsCreated: Check = defineCheck({
  id: 'list-omits-created',
  title: 'List does not show a created item',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    const { step } = exchange.case
    if ((step !== 'list-after-create' && step !== 'list-all') || isNarrowed(exchange)) return []
    const created = step === 'list-all' ? createdBefore(exchange) : [findCreated(exchange) ?? []].flat()
    const omitted = created.find(({ resource, id }) => isOmitted(exchange, resource, id))
    if (omitted === undefined) return []
    const read = findStep(exchange, 'read-created')
    if (read !== undefined && outcomeOf(read) === 'gone') return []
    const creator = omitted.exchange.case.operation?.id ?? 'POST'
    const message = `${describeAnswer(exchange)} omits the item that ${creator} created.`
    return read === undefined && step !== 'list-all'
      ? accuseBoth(listOmitsCreated, [omitted.exchange, exchange], message)
      : [createFinding(listOmitsCreated, exchange, message)]
  },
})

/** Neither the list nor the pages before it show the item. */
const isOmitted = (exchange: Exchange, resource: Resource, id: Created['id']): boolean => {
  const items = readWholeList(resource, exchange)
  return items !== undefined && !items.some((item) => isSameId(item.id, id))
}
