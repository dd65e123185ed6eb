import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, writeJson } from '@contract-kit/json-schema/json'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { createdId, isSameId, itemsOnPages, outcomeOf, readCreated } from '../../compare/facts.ts'
import { commonFields, fieldAgrees, pairThings, readSent, readShown } from '../../compare/things.ts'

/** A child was created below one parent, then requested below another one. */
export const readUnderOther = defineEvidence<{ create: Exchange; read: Exchange }>(
  'child read under another parent',
)

/** A child was created below one parent, and only that parent's list contains it. Then it was requested below the other one. */
export const readUnlisted = defineEvidence<{
  create: Exchange
  list: Exchange
  others: Exchange
  read: Exchange
}>('child read under a parent that does not list it')

/** A child was deleted through another parent, then read below its own. */
export const deletedUnderOther = defineEvidence<{ remove: Exchange; read: Exchange }>(
  'child deleted under another parent',
)

/** A child was created below one parent. Then another one was created, and its children were listed. */
export const listedUnderOther = defineEvidence<{ create: Exchange; list: Exchange }>(
  'children of another parent listed',
)

/** Items were listed below a parent that does not exist. */
export const listedBelowNothing = defineEvidence<{ list: Exchange }>('list below a missing parent')

/** An item was created below a missing parent, and the parent was read afterwards. */
export const createdBelowNothing = defineEvidence<{ create: Exchange; read: Exchange }>(
  'item created below a missing parent',
)

/** An item was deleted and no longer readable; then another one was created with a relationship (JSON:API) to it. */
export const createdBesideNothing = defineEvidence<{ remove: Exchange; read: Exchange; create: Exchange }>(
  'item created with a relationship to a deleted one',
)

/**
 * A child is found, listed and deleted only under its own parent. If each parent counts ids from 1, the response must also show the sent values,
 * because otherwise it may be another child. Nothing exists below a missing parent, if 404 is documented. A relationship to a missing
 * resource is rejected (JSON:API 1.1, Creating Resources).
 */
export const childUnderWrongParentRule: PropertyRule = {
  id: 'child-under-wrong-parent',
  title: 'Item is found under another parent',
  severity: 'high',
  oracles: [
    judges(readUnderOther, ({ create, read }) => judgeRead(create, read)),
    judges(readUnlisted, ({ create, list, others, read }) => {
      const created = readCreated(create)
      const [isOwn, isOthers] = [list, others].map(
        (page) =>
          created && itemsOnPages(created.resource, [page])?.some(({ id }) => isSameId(id, created.id)),
      )
      return isOwn === true && isOthers === false ? judgeRead(create, read) : []
    }),
    judges(listedUnderOther, ({ create, list }) => {
      const made = readCreated(create)
      const items = made && itemsOnPages(made.resource, [list])
      // An id that the client sent may be that of a thing which several parents have, such as a member.
      const isOwn = made !== undefined && isUnique(made.id) && !isSent(made.id, create)
      return isOwn && items?.some(({ id }) => isSameId(id, made.id)) === true
        ? accuse(list, 'lists an item of another parent')
        : []
    }),
    judges(deletedUnderOther, ({ remove, read }) =>
      outcomeOf(remove) === 'done' && outcomeOf(read) === 'gone'
        ? accuse(remove, 'deletes an item through a parent that it does not belong to')
        : [],
    ),
    judges(listedBelowNothing, ({ list }) =>
      outcomeOf(list) === 'done' ? accuse(list, 'lists items below a parent that does not exist') : [],
    ),
    judges(createdBelowNothing, ({ create, read }) =>
      outcomeOf(create) === 'done' && outcomeOf(read) === 'gone'
        ? accuse(create, 'creates an item below a parent that does not exist')
        : [],
    ),
    judges(createdBesideNothing, ({ remove, read, create }) =>
      outcomeOf(remove) === 'done' && outcomeOf(read) === 'gone' && outcomeOf(create) === 'done'
        ? accuse(create, 'creates an item with a relationship to one that does not exist')
        : [],
    ),
  ],
}

const judgeRead = (create: Exchange, read: Exchange): readonly Finding[] =>
  outcomeOf(read) === 'done' && (isUnique(createdId(create)) || showsWhatWasSent(read, create))
    ? accuse(read, 'shows an item under a parent that it does not belong to')
    : []

const accuse = (exchange: Exchange, clause: string): readonly Finding[] => [
  createFinding(childUnderWrongParentRule, exchange, `${describeResponse(exchange)} ${clause}.`),
]

/** Whether an id is unique across parents; a number or a short text may not be. */
const isUnique = (id: Json | undefined): boolean => typeof id === 'string' && id.length >= 12

const isSent = (id: Json, { case: { values } }: Exchange): boolean =>
  writeJson(values?.body?.value ?? null).includes(writeJson(id))

const showsWhatWasSent = (shown: Exchange, write: Exchange): boolean => {
  const [sent, answered] = pairThings(readSent(write), readShown(shown)) ?? []
  if (sent === undefined || answered === undefined) return false
  const fields = commonFields(sent, answered, true).filter(
    ({ left, right }) => right !== undefined && typeof left !== 'boolean',
  )
  return fields.length > 0 && fields.every(fieldAgrees)
}
