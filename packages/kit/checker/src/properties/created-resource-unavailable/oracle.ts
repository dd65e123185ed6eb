import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { accuseBoth, hasFittingIds, isUsedUp, outcomeOf } from '../../compare/facts.ts'
import { createFinding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { itemUsed } from '../../scenarios/evidence.ts'

/**
 * A created or listed item can be read until it is deleted. Skipped if the id may not fit the path, if the client may have chosen an id that
 * the path does not accept, or if a query parameter may be the reason.
 */
export const createdResourceUnavailableRule: PropertyRule = {
  id: 'created-resource-unavailable',
  title: 'Created item cannot be read',
  severity: 'high',
  oracles: [
    judges(itemUsed, ({ source, reads, use }) => {
      if (outcomeOf(use) !== 'gone' || isUsedUp(use) || outcomeOf(source) !== 'done') return []
      // The item was already missing, and an earlier finding reports that.
      if (reads.some((read) => outcomeOf(read) === 'gone') || !namesItemOnly(use) || hasUnfitChoice(use))
        return []
      const origin = source.case.operation?.id ?? 'an earlier request'
      if (source.case.request.method === 'GET') {
        const message = `${describeResponse(use)} says that an item does not exist, but ${origin} listed it.`
        return [createFinding(createdResourceUnavailableRule, use, message)]
      }
      const wasRead = reads.some((read) => outcomeOf(read) === 'done')
      const message = `${describeResponse(use)} says that the item does not exist, but ${origin} created it.`
      return accuseBoth(createdResourceUnavailableRule, wasRead ? [use] : [source, use], message)
    }),
  ],
}

/** Whether the path does not accept the id, and the client may have chosen it: in the creation, or in that of a listed item. */
const hasUnfitChoice = ({ verdict, case: { boundTo = {} } }: Exchange): boolean =>
  verdict?.isInvalid === true &&
  Object.values(boundTo).some((origin) => / (?:\$request\.|list$)/.test(origin))

const namesItemOnly = (use: Exchange): boolean => {
  const { values, boundTo = {} } = use.case
  return (
    Object.keys(values?.query ?? {}).every((name) => Object.hasOwn(boundTo, `query.${name}`)) &&
    hasFittingIds(use)
  )
}
