import { type Json, writeJson } from '@contract-kit/json-schema/json'
import type { ApiOperation } from '@contract-kit/openapi'
import { buildResourceGraph } from '@contract-kit/resources'
import { describeResponse } from '../../checks/exchanges/exchange-facts.ts'
import { type StateLimits, stateLimits } from '@contract-kit/resources/words'
import { outcomeOf } from '../../compare/facts.ts'
import { statesOf } from '../../compare/states.ts'
import { createFinding, type Finding } from '../../core/check.ts'
import { judges, type PropertyRule } from '../../core/evidence.ts'
import type { Exchange } from '../../core/exchange.ts'
import { endedItemUsed, itemActedOn } from '../../scenarios/evidence.ts'

/**
 * An action is rejected in a state that the document does not allow: `Only a draft can be published`. Judges actions with a documented
 * rejection whose description names the allowed states, by the state just before.
 */
export const illegalTransitionRule: PropertyRule = {
  id: 'illegal-transition',
  title: 'Action is accepted in a state that does not allow it',
  severity: 'high',
  oracles: [
    judges(itemActedOn, ({ before, act }) => judge(before, act)),
    judges(endedItemUsed, ({ before, use }) => judge(before, use)),
  ],
}

/** Statuses of rejections for an item's state. */
const REJECTIONS = ['400', '403', '409', '412', '422', '4XX']

/** What the document says about an action in the states of an enum. Nothing if it documents no rejection. */
export const limitsOf = (operation: ApiOperation, entity: string, choice: readonly Json[]): StateLimits =>
  REJECTIONS.some((status) => operation.responses.has(status))
    ? stateLimits(operation, entity, choice)
    : { allowed: [], forbidden: [] }

const judge = (before: Exchange | undefined, act: Exchange): readonly Finding[] => {
  const { operation } = act.case
  if (before === undefined || operation === undefined) return []
  if (outcomeOf(before) !== 'done' || outcomeOf(act) !== 'done' || isForced(act)) return []
  const resource = buildResourceGraph(before.document).resources.find(
    ({ read }) => read?.operation === before.case.operation,
  )
  const entity = resource?.name ?? ''
  const [broken] = statesOf(before).flatMap(({ name, is, choice }) => {
    const { allowed, forbidden } = limitsOf(operation, entity, choice)
    return forbidden.includes(is) ? [{ name, is, allowed }] : []
  })
  if (broken === undefined) return []
  const allowed = broken.allowed.map((state) => writeJson(state)).join(' or ')
  const message = `${describeResponse(act)} accepts the action while ${broken.name} is ${writeJson(broken.is)}; the document allows it only in ${allowed}.`
  return [createFinding(illegalTransitionRule, act, message)]
}

/** Whether a request asks to override the rule, such as by `force=true`. */
const isForced = ({ case: { values } }: Exchange): boolean =>
  /\b(?:is_?)?(?:force|override)/i.test(writeJson([values?.query ?? {}, values?.body?.value ?? null]))
