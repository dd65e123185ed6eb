import { createFinding, type Finding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { changedNames, movedNames } from '../../compare/changes.ts'
import { reportsPerItem, isUsedUp, outcomeOf } from '../../compare/facts.ts'
import { changeRejected } from '../../scenarios/evidence.ts'

/**
 * A rejected change has no effect: no property has a rejected value, no omitted property is lost, and the item still exists. Reports the
 * rejected change.
 */
export const failedChangeSideEffectsRule: PropertyRule = {
  id: 'failed-change-side-effects',
  title: 'Rejected change takes effect',
  severity: 'high',
  oracles: [
    judges(changeRejected, (seen) => {
      const { before, rejected, after } = seen
      if (outcomeOf(before) !== 'done' || !isRejection(rejected) || reportsPerItem(rejected)) return []
      if (outcomeOf(after) === 'gone')
        return isUsedUp(after) ? [] : accuse(rejected, 'but the item is gone afterwards')
      if (outcomeOf(after) !== 'done') return []
      const names = new Set([...changedNames(rejected, before, after), ...movedNames(rejected, seen)])
      return names.size === 0 ? [] : accuse(rejected, `but the change takes effect: ${[...names].join(', ')}`)
    }),
  ],
}

/** A 404 counts: a change that does not find an item cannot change it. */
const isRejection = (exchange: Exchange): boolean => ['refused', 'gone'].includes(outcomeOf(exchange))

const accuse = (rejected: Exchange, clause: string): readonly Finding[] => [
  createFinding(
    failedChangeSideEffectsRule,
    rejected,
    `${describeResponse(rejected)} rejects a change, ${clause}.`,
  ),
]
