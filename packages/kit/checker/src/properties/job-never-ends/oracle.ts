import { type Check, createFinding, defineCheck } from '../../core/check.ts'
import type { Exchange } from '../../core/exchange.ts'
import { writeJson } from '@contract-kit/json-schema/json'
import { describeAnswer, isDeclared } from '../../checks/exchanges/exchange-facts.ts'
import { findReopened } from '../../compare/states.ts'
import { outcomeOf } from '../../compare/facts.ts'

/** A final state lasts: a done or canceled item does not run again unless a client asked for it. */
export const jobNeverEnds: Check = defineCheck({
  id: 'job-never-ends',
  title: 'Final state changes again',
  severity: 'high',
  needs: 'sequence',
  appliesTo: isDeclared,
  verify: (look) => {
    const [told, ...earlier] = outcomeOf(look) === 'done' ? stepsBefore(look) : []
    if (told?.case.step !== 'read-state' || earlier.some(isAccepted)) return []
    const found = findReopened(told, look)
    if (found === undefined) return []
    const { name, left, right } = found
    const message = `${describeAnswer(look)} shows ${name} ${writeJson(right)} after ${writeJson(left)}.`
    return [createFinding(jobNeverEnds, look, message)]
  },
})

/** The actions on a thing, and reads of it, between its creation and a read; newest first. */
export const stepsBefore = ({ case: { step }, history }: Exchange): readonly Exchange[] =>
  step === 'read-state'
    ? history
        .slice(history.findLastIndex((one) => one.case.step === 'create') + 1)
        .filter((one) => one.case.step === 'act' || one.case.step === 'read-state')
        .toReversed()
    : []

/** Whether an action was accepted, so that it may take effect from now on. */
export const isAccepted = ({ case: { step }, answer: { status } }: Exchange): boolean =>
  step === 'act' && status < 300
