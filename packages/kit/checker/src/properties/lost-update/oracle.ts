import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { outcomeOf } from '../../compare/facts.ts'
import { showsChange } from '../../compare/things.ts'
import { createFinding } from '../../core/check.ts'
import { defineEvidence, judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'

/** An item was read, changed and read again with another version. Then `outdated` changes it, based on the version of the first read. */
export const outdatedChange = defineEvidence<{
  first: Exchange
  change: Exchange
  later: Exchange
  outdated: Exchange
}>('outdated change')

/** An item was changed between two reads with the same version. */
export const versionKept = defineEvidence<{ first: Exchange; change: Exchange; later: Exchange }>(
  'version kept',
)

/**
 * A change based on an outdated version is rejected, because it would undo another client's change. Each visible change therefore sets a
 * new version. Judged only if the document says that such a change is rejected.
 */
export const lostUpdateRule: PropertyRule = {
  id: 'lost-update',
  title: 'Change of an outdated version is accepted',
  severity: 'high',
  oracles: [
    judges(outdatedChange, ({ change, outdated }) => {
      if (outcomeOf(outdated) !== 'done') return []
      const message = `${describeResponse(outdated)} accepts a change of a version that ${change.case.operation?.id ?? 'an earlier change'} has replaced.`
      return [createFinding(lostUpdateRule, outdated, message)]
    }),
    judges(versionKept, ({ first, change, later }) => {
      if (outcomeOf(change) !== 'done' || !showsChange(first, change, later)) return []
      const message = `${describeResponse(change)} changes the item, but not its version.`
      return [createFinding(lostUpdateRule, change, message, undefined, 'kept')]
    }),
  ],
}
