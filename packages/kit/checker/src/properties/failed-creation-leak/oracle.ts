import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { isObject, type Json } from '@contract-kit/json-schema/json'
import { buildResourceGraph, type Resource } from '@contract-kit/resources'
import { type ListedItem, readListedItems } from '@contract-kit/resources/exchanges'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { agrees, isNothing } from '../../compare/same-values.ts'
import { isToldByItem, findStep, isSameId, outcomeOf, readWholeList } from '../../compare/facts.ts'
import { readSent } from '../../compare/things.ts'

/** A rejected creation leaves no trace: the list shows no new item that resembles the request. Reports the creation. */
export const failedCreationLeak: Check = defineCheck({
  id: 'failed-creation-leak',
  title: 'Rejected creation takes effect',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'list-after-failed-create') return []
    const failed = findStep(exchange, 'failed-create')
    const before = findStep(exchange, 'list-before', 'list-after-failed-create')
    if (failed === undefined || before === undefined || outcomeOf(failed) !== 'refused') return []
    if (isToldByItem(failed)) return []
    const { resources } = buildResourceGraph(exchange.document)
    const resource =
      resources.find(({ create }) => create?.operation === failed.case.operation) ??
      resources.find(({ list }) => list?.operation === exchange.case.operation)
    const [old, now] =
      resource === undefined
        ? []
        : [readPages(resource, before, exchange.history), readWholeList(resource, exchange)]
    if (old === undefined || now === undefined) return []
    const fresh = now.filter(({ id }) => !old.some((item) => isSameId(item.id, id)))
    if (!fresh.some((item) => resembles(item, failed))) return []
    const message = `${describeAnswer(failed)} rejects a creation, but the list shows a new item afterwards.`
    return [createFinding(failedCreationLeak, failed, message)]
  },
})

/** The list that was read first, with the pages directly after it. */
export const readPages = (
  resource: Resource,
  first: Exchange,
  history: readonly Exchange[],
): readonly ListedItem[] | undefined => {
  if (first.case.step !== 'list-before') return readWholeList(resource, first)
  const after = history.slice(history.indexOf(first) + 1)
  const end = after.findIndex(({ case: { step } }) => step !== 'list-page')
  const pages = [first, ...after.slice(0, end === -1 ? after.length : end)].map((page) =>
    outcomeOf(page) === 'done' ? readListedItems(resource, page) : undefined,
  )
  return pages.some((items) => items === undefined || items.some(({ id }) => id === undefined))
    ? undefined
    : pages.flatMap((items) => items ?? [])
}

/** Whether an item shows at least one text or number that was sent, or nothing of the request could be shown. */
export const resembles = ({ value }: ListedItem, failed: Exchange): boolean => {
  if (!isObject(value)) return false
  const sent = readSent(failed)
  const common = sent.flatMap((thing) =>
    Object.entries(thing.value).filter(([name, held]) => isTelling(held) && Object.hasOwn(value, name)),
  )
  return common.length === 0 || common.some(([name, held]) => agrees(held, value[name] ?? null))
}

const isTelling = (value: Json): boolean => !isNothing(value) && typeof value !== 'boolean'
