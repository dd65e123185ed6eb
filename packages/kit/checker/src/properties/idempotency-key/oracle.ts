import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import {
  findCreatedId,
  type Id,
  readListedItems,
  rejectsOtherRequests,
  repeatsAnswer,
} from '@contract-kit/resources/exchanges'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { resembles } from '../../compare/lists.ts'
import { isSameId, itemsOnPages, outcomeOf, readCreated } from '../../compare/facts.ts'

/** A creation with an idempotency key was sent twice. */
export const keyRepeated = defineEvidence<{ first: Exchange; again: Exchange }>(
  'idempotency key with the same request',
)

/** A creation with an idempotency key was sent twice. The complete list was read before and after the second request. */
export const keyRepeatedListed = defineEvidence<{
  first: Exchange
  before: readonly Exchange[]
  again: Exchange
  list: readonly Exchange[]
}>('list after an idempotency key with the same request')

/** A creation with an idempotency key was sent twice, with another creation and key `between`. */
export const keyRepeatedLater = defineEvidence<{ first: Exchange; between: Exchange; again: Exchange }>(
  'idempotency key with the same request after another key',
)

/**
 * An operation that creates items apart from `resource.create`, such as `POST /entries/bulk`, was sent twice with an idempotency key. The
 * first item of each response was read.
 */
export const keyRepeatedRead = defineEvidence<{
  first: Exchange
  again: Exchange
  reads: readonly Exchange[]
}>('items read after an idempotency key with the same request')

/** A creation with an idempotency key was sent and repeated (`earlier`); then a different one was sent with the same key. */
export const keyReused = defineEvidence<{
  first: Exchange
  earlier: readonly Exchange[]
  other: Exchange
}>('idempotency key with another request')

/**
 * A repeated request with the same `Idempotency-Key` creates nothing, and succeeds if documented. A different request with the key is
 * rejected, if a description and a 409 or 422 document that.
 */
export const idempotencyKeyRule: PropertyRule = {
  id: 'idempotency-key',
  title: 'Idempotency key is ignored',
  severity: 'high',
  oracles: [
    judges(keyRepeated, ({ first, again }) => judgeRepetition(first, again)),
    judges(keyRepeatedLater, ({ first, again }) => judgeRepetition(first, again)),
    judges(keyRepeatedRead, ({ first, again, reads }) =>
      isSuccess(first) &&
      isSuccess(again) &&
      reads.every((read) => outcomeOf(read) === 'done') &&
      showOthers(first, again, reads)
        ? accuseAgain(again)
        : [],
    ),
    judges(keyRepeatedListed, ({ first, before, again, list }) =>
      isSuccess(first) && !createsAnother(again, first) && listsAnother(first, before, list)
        ? accuse(
            again,
            'repeats the first response, but the list shows a second item afterwards',
            'list-after-key',
          )
        : [],
    ),
    judges(keyReused, ({ first, earlier, other }) => {
      const { document, case: { operation } } = other // prettier-ignore
      if (operation === undefined || !rejectsOtherRequests(document, operation)) return []
      return isSuccess(first) && isSuccess(other) && !earlier.some((again) => createsAnother(again, first))
        ? accuse(other, 'accepts a different request with the same idempotency key', 'key-other')
        : []
    }),
  ],
}

const accuse = (exchange: Exchange, clause: string, kind: string): readonly Finding[] => [
  createFinding(idempotencyKeyRule, exchange, `${describeResponse(exchange)} ${clause}.`, undefined, kind),
]

const accuseAgain = (again: Exchange): readonly Finding[] =>
  accuse(again, 'reports a second creation for the same request with the same idempotency key', 'key-again')

const judgeRepetition = (first: Exchange, again: Exchange): readonly Finding[] => {
  const { document, case: { operation }, response: { status } } = again // prettier-ignore
  if (operation === undefined || !isSuccess(first)) return []
  if (createsAnother(again, first)) return accuseAgain(again)
  const isRejected = [404, 409, 410, 422].includes(status)
  return isRejected && first.response.status !== 202 && repeatsAnswer(document, operation)
    ? accuse(again, 'rejects the same request with the same idempotency key', 'key-again')
    : []
}

const isSuccess = ({ response: { status } }: Exchange): boolean => status >= 200 && status < 300

/** Whether the list contained the item of the first request, and contains another like it after the second. */
const listsAnother = (first: Exchange, before: readonly Exchange[], list: readonly Exchange[]): boolean => {
  const created = readCreated(first)
  if (created === undefined) return false
  const { resource, id } = created
  const [old, now] = [before, list].map((pages) => itemsOnPages(resource, pages))
  if (old?.some((item) => isSameId(item.id, id)) !== true) return false
  const fresh = now?.filter((item) => !old.some((other) => isSameId(other.id, item.id))) ?? []
  return fresh.some((item) => resembles(item, first))
}

/** Whether the two responses show different items, although both are of the readable kind. */
const showOthers = (first: Exchange, again: Exchange, [read]: readonly Exchange[]): boolean => {
  const resource = buildResourceGraph(again.document).resources.find(
    (one) => one.read !== undefined && one.read.operation === read?.case.operation,
  )
  const [old, now] = [first, again].map((exchange) => resource && madeIds(resource, exchange))
  return (
    old !== undefined &&
    now?.[0] !== undefined &&
    old[0] !== undefined &&
    !now.some((id) => old.some((other) => isSameId(id, other)))
  )
}

/** The ids of the items that a response reports as created. */
export const madeIds = (resource: Resource, exchange: Exchange): readonly Id[] => {
  const listed = readListedItems(resource, exchange)?.flatMap(({ id }) => id ?? []) ?? []
  return listed.length > 0
    ? listed
    : [findCreatedId(resource, exchange)?.value].filter((id) => id !== undefined)
}

const createsAnother = (again: Exchange, first: Exchange): boolean =>
  isSuccess(again) &&
  buildResourceGraph(again.document).resources.some((resource) => {
    if (resource.create?.operation !== again.case.operation) return false
    const [one, other] = [findCreatedId(resource, first), findCreatedId(resource, again)]
    return one !== undefined && one.expression === other?.expression && !isSameId(one.value, other.value)
  })
