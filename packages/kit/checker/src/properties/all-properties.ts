import { type Check, defineCheck } from '../core/check.ts'
import type { PropertyRule } from '../core/evidence.ts'
import { conditionalRequest } from './conditional-request/scenario.ts'
import { failedCreationLeak } from './failed-creation-leak/scenario.ts'
import { filterNotApplied } from './filter-not-applied/scenario.ts'
import { paginationLosesOrRepeats } from './pagination-loses-or-repeats/scenario.ts'
import type { Property } from './property.ts'
import { totalMismatch } from './total-mismatch/oracle.ts'

/** Every property, in the order in which a run tries them and a report names their rules. */
export const allProperties: readonly Property[] = [
  failedCreationLeak,
  paginationLosesOrRepeats,
  filterNotApplied,
  totalMismatch,
  conditionalRequest,
]

/** The rules of all properties. */
export const propertyRules: readonly PropertyRule[] = allProperties.flatMap(({ rules }) => rules)

/** The checks of single exchanges among them. */
export const propertyChecks: readonly Check[] = propertyRules.flatMap(({ verify, ...rule }) =>
  verify === undefined ? [] : defineCheck({ ...rule, needs: 'sequence', appliesTo: () => true, verify }),
)
