import { createFinding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { outcomeOf } from '../../compare/facts.ts'
import { findReopened, findRevived } from '../../compare/states.ts'
import { pairThings, readSent, readShown, saysNothingNew } from '../../compare/things.ts'
import { endedItemUsed } from '../../scenarios/evidence.ts'

/** An item was read twice in a row, and no action on it was accepted since its creation. */
export const itemReadAgain = defineEvidence<{ before: Exchange; after: Exchange }>('item read again')

/**
 * A final state is permanent: a finished or canceled item does not restart without a client's request. An action is such a request; a PATCH
 * that repeats current values is not.
 */
export const jobNeverEndsRule: PropertyRule = {
  id: 'job-never-ends',
  title: 'Final state changes again',
  severity: 'high',
  oracles: [
    judges(itemReadAgain, ({ before, after }) => {
      const found = outcomeOf(after) === 'done' ? findReopened(before, after) : undefined
      if (found === undefined) return []
      const { name, left, right } = found
      const message = `${describeResponse(after)} shows ${name} ${writeJson(right)} after ${writeJson(left)}.`
      return [createFinding(jobNeverEndsRule, after, message)]
    }),
    judges(endedItemUsed, ({ earlier, before, use, after }) => {
      if (![before, use, after].every((one) => outcomeOf(one) === 'done')) return []
      const found = findRevived(earlier, before, after)
      if (found === undefined) return []
      if (use.case.request.method !== 'PATCH' || !isRepetition(before, use)) return []
      const { name, left, right } = found
      const message = `${describeResponse(use)} brings ${name} from ${writeJson(left)} to ${writeJson(right)}.`
      return [createFinding(jobNeverEndsRule, use, message)]
    }),
  ],
}

const isRepetition = (before: Exchange, change: Exchange): boolean => {
  const [sent, shown] = pairThings(readSent(change), readShown(before)) ?? []
  return sent !== undefined && shown !== undefined && saysNothingNew(sent, shown)
}
