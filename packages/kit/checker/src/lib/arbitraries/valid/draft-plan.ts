import type { Json } from '../../schema/json.ts'
import type { Draft } from './draft.ts'
import { planItems, type ItemsPlan } from './items-plan.ts'
import type { ItemsQuery } from './items-query.ts'
import { planNumber, type NumberPlan } from './number-plan.ts'
import type { Outcome } from './plan.ts'
import { planProperties, type PropertiesPlan } from './properties-plan.ts'
import type { PropertiesQuery } from './properties-query.ts'
import { planText, type TextPlan } from './text-plan.ts'

/** How the values of a draft are made; what their parts must be are goals. */
export type Plan =
  | { readonly type: 'values'; readonly values: readonly Json[] }
  | { readonly type: 'number'; readonly numbers: NumberPlan }
  | { readonly type: 'string'; readonly texts: TextPlan }
  | { readonly type: 'array'; readonly items: ItemsPlan }
  | { readonly type: 'object'; readonly properties: PropertiesPlan }

/** Plans the values of a draft, or tells why there are none. */
export const planDraft = (draft: Draft, query: ItemsQuery & PropertiesQuery): Outcome<Plan> => {
  switch (draft.type) {
    case 'values':
      return { kind: 'some', found: { type: 'values', values: draft.values } }
    case 'number':
      return map(planNumber(draft), (numbers) => ({ type: 'number', numbers }))
    case 'string':
      return map(planText(draft), (texts) => ({ type: 'string', texts }))
    case 'array':
      return map(planItems(draft, query), (items) => ({ type: 'array', items }))
    case 'object':
      return map(planProperties(draft, query), (properties) => ({ type: 'object', properties }))
  }
}

const map = <Found>(outcome: Outcome<Found>, toPlan: (found: Found) => Plan): Outcome<Plan> =>
  outcome.kind === 'some' ? { kind: 'some', found: toPlan(outcome.found) } : outcome
