import { createFinding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { type Json, own, writeJson } from '@contract-kit/json-schema/json'
import { wordsOf } from '@contract-kit/resources/words'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { outcomeOf } from '../../compare/facts.ts'
import { findReopened, findRevived, type StatePair } from '../../compare/states.ts'
import { pairThings, readSent, readShown, saysNothingNew } from '../../compare/things.ts'

/** An item was read twice, with nothing in between; since its creation, no action on it was accepted. */
export const itemReadAgain = defineEvidence<{ before: Exchange; after: Exchange }>('item read again')

/** An item in a final state was used once more, by a change or an action. `earlier` are the reads of it before. */
export const endedItemUsed = defineEvidence<{
  earlier: readonly Exchange[]
  before: Exchange
  use: Exchange
  after: Exchange
}>('ended item used')

/**
 * A final state lasts: a done or canceled item does not run again unless a client asked for it. A PATCH asks for nothing if it repeats what
 * the item shows. An action asks for it, unless the document says that only items in other states take it.
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
      if (use.case.request.method === 'PATCH' ? !isRepetition(before, use) : isForEnded(use, found)) return []
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

/** Whether the document may mean an action for items in a final state, too. */
const isForEnded = (action: Exchange, { left, choice }: StatePair): boolean => {
  const { raw = {} } = action.case.operation ?? {}
  const text = [own(raw, 'summary'), own(raw, 'description')]
    .filter((each) => typeof each === 'string')
    .join('. ')
  const others = choice.filter((word) => word !== left)
  const isLimited = text
    .split(/[.;]\s/)
    .some((sentence) => /\bonly\b/i.test(sentence) && others.some((word) => names(sentence, word)))
  return !isLimited || names(text, left)
}

const names = (text: string, word: Json | undefined): boolean =>
  typeof word === 'string' && ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(word).join(' ')} `)
