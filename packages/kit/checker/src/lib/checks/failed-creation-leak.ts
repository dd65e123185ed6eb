import { readListedItems, type ListedItem } from '../resources/listed-items.ts'
import { buildResourceGraph } from '../resources/build-resource-graph.ts'
import type { Resource } from '../resources/resource-graph.ts'
import type { Exchange } from '../run/exchange.ts'
import { isObject, type Json } from '../schema/json.ts'
import { describeAnswer } from './answer/describe-answer.ts'
import { isDeclared } from './answer/is-declared.ts'
import type { Check } from './check.ts'
import { createFinding } from './create-finding.ts'
import { defineCheck } from './define-check.ts'
import { agrees } from './sequence/agrees.ts'
import { findStep } from './sequence/find-step.ts'
import { isNothing } from './sequence/is-nothing.ts'
import { isSameId } from './sequence/is-same-id.ts'
import { outcomeOf } from './sequence/outcome.ts'
import { readSent } from './sequence/read-things.ts'
import { readWholeList } from './sequence/read-whole-list.ts'

/** A creation that was refused leaves nothing behind: the list shows no new item that resembles what was sent. Blames the creation. */
export const failedCreationLeak: Check = defineCheck({
  id: 'failed-creation-leak',
  title: 'A refused creation creates nothing',
  severity: 'high',
  appliesTo: isDeclared,
  verify: (exchange) => {
    if (exchange.case.step !== 'list-after-failed-create') return []
    const failed = findStep(exchange, 'failed-create')
    const before = findStep(exchange, 'list-before', 'list-after-failed-create')
    if (failed === undefined || before === undefined || outcomeOf(failed) !== 'refused') return []
    const { resources } = buildResourceGraph(exchange.document)
    const resource = resources.find(({ create }) => create?.operation === failed.case.operation)
    const [old, now] =
      resource === undefined
        ? []
        : [readPages(resource, before, exchange.history), readWholeList(resource, exchange)]
    if (old === undefined || now === undefined) return []
    const fresh = now.filter(({ id }) => !old.some((item) => isSameId(item.id, id)))
    if (!fresh.some((item) => resembles(item, failed))) return []
    const message = `${describeAnswer(failed)} refuses a creation, after which the list shows a new item.`
    return [createFinding(failedCreationLeak, failed, message)]
  },
})

/** The list that was read first, with the pages directly after it. */
const readPages = (
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

/** At least one text or number that was sent is shown, or nothing of what was sent could be. */
const resembles = ({ value }: ListedItem, failed: Exchange): boolean => {
  if (!isObject(value)) return false
  const sent = readSent(failed)
  const common = sent.flatMap((thing) =>
    Object.entries(thing.value).filter(([name, held]) => isTelling(held) && Object.hasOwn(value, name)),
  )
  return common.length === 0 || common.some(([name, held]) => agrees(held, value[name] ?? null))
}

const isTelling = (value: Json): boolean => !isNothing(value) && typeof value !== 'boolean'
