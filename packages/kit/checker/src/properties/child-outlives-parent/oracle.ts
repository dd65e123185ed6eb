import type { Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { becameDeleted } from '../../compare/same-values.ts'
import { accuseBoth, outcomeOf } from '../../compare/facts.ts'

/** An item was read (`earlier`), its parent was deleted and read if possible, and the item was read again. */
export const orphanRead = defineEvidence<{
  earlier: readonly Exchange[]
  removed: Exchange
  parent: Exchange | undefined
  read: Exchange
}>('item read below a deleted parent')

/** A parent was deleted and read if possible, and the items below it were listed. */
export const orphansListed = defineEvidence<{
  removed: Exchange
  parent: Exchange | undefined
  list: Exchange
}>('list below a deleted parent')

/** A parent was deleted and read if possible, and an item was created below it. */
export const orphanCreated = defineEvidence<{
  removed: Exchange
  parent: Exchange | undefined
  create: Exchange
}>('item created below a deleted parent')

/**
 * Deleting an item also deletes everything below it, and nothing can be created there. Lists are judged if they document 404. Skipped if
 * the parent can still be read: it was marked as deleted, not removed.
 */
export const childOutlivesParentRule: PropertyRule = {
  id: 'child-outlives-parent',
  title: 'Children of a deleted item still exist',
  severity: 'high',
  oracles: [
    judges(orphanRead, ({ earlier, removed, parent, read }) =>
      becameDeleted(read.response.json, earlier.at(-1)?.response.json)
        ? []
        : accuse('still shows an item', removed, parent, read),
    ),
    judges(orphansListed, ({ removed, parent, list }) =>
      parent === undefined || list.case.operation?.responses.has('404') !== true
        ? []
        : accuse('still lists items', removed, parent, list),
    ),
    judges(orphanCreated, ({ removed, parent, create }) =>
      accuse('creates an item', removed, parent, create),
    ),
  ],
}

const accuse = (
  what: string,
  removed: Exchange,
  parent: Exchange | undefined,
  below: Exchange,
): readonly Finding[] => {
  if (outcomeOf(below) !== 'done' || (parent !== undefined && parent.response.status < 400)) return []
  const message = `${describeResponse(below)} ${what} below the parent that ${removed.case.operation?.id ?? 'DELETE'} deleted.`
  return accuseBoth(childOutlivesParentRule, [removed, below], message)
}
