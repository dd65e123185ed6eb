import { isObject } from '@contract-kit/json-schema/json'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { accuseBoth, isSameId, itemsOnPages, outcomeOf, readCreated } from '../../compare/facts.ts'
import { isNarrowed } from '../../compare/lists.ts'
import { becameDeleted, isNothing } from '../../compare/same-values.ts'
import { knownOf } from '../../compare/things.ts'
import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { createdItemsListed } from '../../scenarios/evidence.ts'

/** A created item was deleted, then read. `before` is the last read before the deletion. */
export const deletedItemRead = defineEvidence<{
  created: Exchange
  before: Exchange | undefined
  removed: Exchange
  read: Exchange
}>('deleted item read')

/** A created item was deleted and read, then changed. No change was accepted after the deletion. */
export const deletedItemChanged = defineEvidence<{
  created: Exchange
  removed: Exchange
  read: Exchange
  change: Exchange
}>('deleted item changed')

/**
 * A created item was deleted and read if possible; then its complete list was read. `before` are the pages of the list that contained it.
 */
export const deletedItemListed = defineEvidence<{
  created: Exchange
  before: readonly Exchange[] | undefined
  removed: Exchange
  read: Exchange | undefined
  list: readonly Exchange[]
}>('deleted item listed')

/**
 * A deleted item can no longer be read (RFC 9110, 9.3.5) or changed. Skipped if the deletion was only accepted (202), or if the item is
 * marked as deleted, canceled or archived.
 */
export const useAfterDelete: PropertyRule = {
  id: 'use-after-delete',
  title: 'Deleted item can still be used',
  severity: 'critical',
  oracles: [
    judges(deletedItemRead, ({ created, before, removed, read }) => {
      if (outcomeOf(removed) !== 'done' || outcomeOf(read) !== 'done') return []
      if (becameDeleted(read.response.json, knownOf(created, before)) || isEmptied(before, read)) return []
      const message = `${describeResponse(read)} still shows the item that ${nameOf(removed)} deleted.`
      return accuseBoth(useAfterDelete, [removed, read], message)
    }),
    judges(deletedItemChanged, ({ created, removed, read, change }) =>
      isChangeOfDeleted(created, removed, read, change)
        ? [
            createFinding(
              useAfterDelete,
              change,
              `${describeResponse(change)} changes the item that ${nameOf(removed)} deleted.`,
            ),
          ]
        : [],
    ),
  ],
}

/** Whether a read shows only the requested name and an empty list. */
const isEmptied = (before: Exchange | undefined, read: Exchange): boolean =>
  before !== undefined &&
  !showsOnlyItsName(before) &&
  showsOnlyItsName(read) &&
  Object.values(read.response.json ?? {}).some(Array.isArray)

const showsOnlyItsName = ({ case: { values }, response: { json } }: Exchange): boolean => {
  const named = Object.values(values?.path ?? {})
  return (
    isObject(json) &&
    Object.entries(json).every(
      ([name, value]) => isNothing(value) || named.includes(value) || CLASS_NAMES.has(name),
    )
  )
}

/** Properties that name the type of a thing. */
const CLASS_NAMES = new Set(['type', 'kind', 'class', 'object'])

const nameOf = ({ case: { operation } }: Exchange): string => operation?.id ?? 'DELETE'

/**
 * A change of a deleted item succeeded, after a read showed that it is gone. Skipped if PUT or PATCH recreates the item with 201 (RFC 9110,
 * 9.3.4; RFC 5789, 2), or documents neither 404 nor 410.
 */
const isChangeOfDeleted = (
  created: Exchange,
  removed: Exchange,
  read: Exchange,
  change: Exchange,
): boolean => {
  const { responses } = change.case.operation ?? {}
  const isTold = responses?.has('404') === true || responses?.has('410') === true
  return (
    isTold &&
    outcomeOf(removed) === 'done' &&
    outcomeOf(read) === 'gone' &&
    outcomeOf(change) === 'done' &&
    change.response.status !== 201 &&
    !becameDeleted(change.response.json, knownOf(created, undefined, change))
  )
}

/**
 * A list no longer contains a deleted item. Skipped if the item is marked as deleted. If it can still be read, `use-after-delete` reports
 * it.
 */
export const listKeepsDeleted: PropertyRule = {
  id: 'list-keeps-deleted',
  title: 'List still shows a deleted item',
  severity: 'high',
  oracles: [
    judges(deletedItemListed, ({ created, removed, read, list }) => {
      const made = readCreated(created)
      const last = list.at(-1)
      if (made === undefined || last === undefined || outcomeOf(removed) !== 'done') return []
      if (read !== undefined && outcomeOf(read) === 'done') return []
      const kept = itemsOnPages(made.resource, list)?.find(({ id }) => isSameId(id, made.id))
      if (kept === undefined || becameDeleted(kept.value, knownOf(created))) return []
      const message = `${describeResponse(last)} still lists the item that ${nameOf(removed)} deleted.`
      return read === undefined
        ? accuseBoth(listKeepsDeleted, [removed, last], message)
        : [createFinding(listKeepsDeleted, last, message)]
    }),
  ],
}

/**
 * A complete list contains the items just created in it. Skipped if a parameter may restrict the list, or if the item cannot be read either
 * and thus was never stored.
 */
export const listOmitsCreated: PropertyRule = {
  id: 'list-omits-created',
  title: 'List does not show a created item',
  severity: 'high',
  oracles: [
    judges(createdItemsListed, ({ created, read, list }): readonly Finding[] => {
      const last = list.at(-1)
      if (last === undefined || isNarrowed(last)) return []
      if (read !== undefined && outcomeOf(read) === 'gone') return []
      const omitted = created.find((create) => isOmitted(create, list))
      if (omitted === undefined) return []
      const message = `${describeResponse(last)} omits the item that ${omitted.case.operation?.id ?? 'POST'} created.`
      return read === undefined && created.length === 1
        ? accuseBoth(listOmitsCreated, [omitted, last], message)
        : [createFinding(listOmitsCreated, last, message)]
    }),
  ],
}

const isOmitted = (create: Exchange, list: readonly Exchange[]): boolean => {
  const made = readCreated(create)
  const items = made && itemsOnPages(made.resource, list)
  return items !== undefined && !items.some(({ id }) => isSameId(id, made?.id))
}
