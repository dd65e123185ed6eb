import { createFinding, type Finding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { buildResourceGraph } from '@contract-kit/resources'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { isSameId, reportsPerItem, itemsOnPages, outcomeOf } from '../../compare/facts.ts'
import { resembles } from '../../compare/lists.ts'

/** A creation that must be rejected was sent between two reads of the complete list, whose pages are `before` and `list`. */
export const creationFailed = defineEvidence<{
  before: readonly Exchange[]
  failed: Exchange
  list: readonly Exchange[]
}>('failed creation between lists')

/** A rejected creation has no effect: the list shows no new item that resembles the request. Reports the creation. */
export const failedCreationLeakRule: PropertyRule = {
  id: 'failed-creation-leak',
  title: 'Rejected creation takes effect',
  severity: 'high',
  oracles: [judges(creationFailed, ({ before, failed, list }) => findLeak(before, failed, list))],
}

const findLeak = (
  before: readonly Exchange[],
  failed: Exchange,
  list: readonly Exchange[],
): readonly Finding[] => {
  if (outcomeOf(failed) !== 'refused' || reportsPerItem(failed)) return []
  const { resources } = buildResourceGraph(failed.document)
  const resource =
    resources.find(({ create }) => create?.operation === failed.case.operation) ??
    resources.find((one) => one.list?.operation === list[0]?.case.operation)
  if (resource === undefined) return []
  const [old, now] = [before, list].map((pages) => itemsOnPages(resource, pages))
  const fresh = now?.filter(({ id }) => old?.some((item) => isSameId(item.id, id)) === false) ?? []
  if (!fresh.some((item) => resembles(item, failed))) return []
  const message = `${describeResponse(failed)} rejects a creation, but the list shows a new item afterwards.`
  return [createFinding(failedCreationLeakRule, failed, message)]
}
